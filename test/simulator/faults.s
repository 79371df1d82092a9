// What hardware would not forgive ends the kernel with an error that names it, the address, the
// instruction and the mistake.
// RUN: llvm-mc -triple=amdgcn-amd-amdhsa -mcpu=gfx1100 -I %S/Inputs -filetype=obj %s -o %t.o
// RUN: ld.lld -shared %t.o -o %t.co
// RUN: not env HIPSIM_ARCH=gfx1100 %build/test/hipsim/hipsim-run %t.co out_of_range 2>&1 | FileCheck %s --check-prefix=OUT-OF-RANGE
// RUN: not env HIPSIM_ARCH=gfx1100 %build/test/hipsim/hipsim-run %t.co no_memory 2>&1 | FileCheck %s --check-prefix=NO-MEMORY
// RUN: not env HIPSIM_ARCH=gfx1100 %build/test/hipsim/hipsim-run %t.co missing_wait 2>&1 | FileCheck %s --check-prefix=MISSING-WAIT
// RUN: not env HIPSIM_ARCH=gfx1100 %build/test/hipsim/hipsim-run %t.co wait_too_weak 2>&1 | FileCheck %s --check-prefix=WAIT-TOO-WEAK
// RUN: not env HIPSIM_ARCH=gfx1100 %build/test/hipsim/hipsim-run %t.co missing_scalar_wait 2>&1 | FileCheck %s --check-prefix=MISSING-SCALAR-WAIT
// RUN: not env HIPSIM_ARCH=gfx1100 %build/test/hipsim/hipsim-run %t.co undefined_address 2>&1 | FileCheck %s --check-prefix=UNDEFINED-ADDRESS
// RUN: not env HIPSIM_ARCH=gfx1100 %build/test/hipsim/hipsim-run %t.co undefined_scalar 2>&1 | FileCheck %s --check-prefix=UNDEFINED-SCALAR
// RUN: not env HIPSIM_ARCH=gfx1100 %build/test/hipsim/hipsim-run %t.co undefined_branch 2>&1 | FileCheck %s --check-prefix=UNDEFINED-BRANCH
// RUN: not env HIPSIM_ARCH=gfx1100 %build/test/hipsim/hipsim-run %t.co undefined_lds 2>&1 | FileCheck %s --check-prefix=UNDEFINED-LDS
// RUN: not env HIPSIM_ARCH=gfx1100 %build/test/hipsim/hipsim-run %t.co outside_lds 2>&1 | FileCheck %s --check-prefix=OUTSIDE-LDS
// RUN: not env HIPSIM_ARCH=gfx1100 %build/test/hipsim/hipsim-run %t.co outside_scratch 2>&1 | FileCheck %s --check-prefix=OUTSIDE-SCRATCH
// RUN: not env HIPSIM_ARCH=gfx1100 %build/test/hipsim/hipsim-run %t.co misaligned_atomic 2>&1 | FileCheck %s --check-prefix=MISALIGNED-ATOMIC
// RUN: not env HIPSIM_ARCH=gfx1100 %build/test/hipsim/hipsim-run %t.co outside_registers 2>&1 | FileCheck %s --check-prefix=OUTSIDE-REGISTERS
// RUN: not env HIPSIM_ARCH=gfx1100 %build/test/hipsim/hipsim-run %t.co unknown_instruction 2>&1 | FileCheck %s --check-prefix=UNKNOWN-INSTRUCTION
// RUN: not env HIPSIM_ARCH=gfx1100 %build/test/hipsim/hipsim-run %t.co trap 2>&1 | FileCheck %s --check-prefix=TRAP

.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
.include "gfx11.inc"

kernel out_of_range
  global_load_b32 v2, v1, s[2:3] offset:4
  s_waitcnt vmcnt(0)
  finish v2
end_kernel out_of_range
// OUT-OF-RANGE: hipsim: kernel 'out_of_range', address 0x{{.*}}, instruction 'global_load_b32 v2, v1, s[2:3] offset:4': reads 4 bytes at 0x{{.*}}, which is 0 bytes behind an allocation of 256 bytes

kernel no_memory
  v_mov_b32 v2, 16
  v_mov_b32 v3, 0
  global_store_b32 v[2:3], v0, off
end_kernel no_memory
// NO-MEMORY: hipsim: kernel 'no_memory', address 0x{{.*}}, instruction 'global_store_b32 v[2:3], v0, off': writes 4 bytes at 0x10, which no allocation holds

kernel missing_wait
  global_load_b32 v2, v1, s[2:3]
  v_add_nc_u32 v2, v2, v0
  finish v2
end_kernel missing_wait
// MISSING-WAIT: hipsim: kernel 'missing_wait', address 0x{{.*}}, instruction 'v_add_nc_u32_e32 v2, v2, v0': uses v2, whose load may still be under way: no s_waitcnt vmcnt covers it

kernel wait_too_weak
  global_load_b32 v2, v1, s[2:3]
  global_load_b32 v3, v1, s[2:3]
  s_waitcnt vmcnt(1)
  v_mov_b32 v4, v2
  v_mov_b32 v4, v3
  finish v4
end_kernel wait_too_weak
// WAIT-TOO-WEAK: hipsim: kernel 'wait_too_weak', address 0x{{.*}}, instruction 'v_mov_b32_e32 v4, v3': uses v3, whose load may still be under way

kernel missing_scalar_wait
  s_load_b32 s4, s[2:3], 0x0
  s_add_u32 s4, s4, 1
end_kernel missing_scalar_wait
// MISSING-SCALAR-WAIT: hipsim: kernel 'missing_scalar_wait', address 0x{{.*}}, instruction 's_add_u32 s4, s4, 1': uses s4, whose load may still be under way: no s_waitcnt lgkmcnt covers it

kernel undefined_address
  v_add_nc_u32 v2, v7, v1
  global_load_b32 v3, v2, s[2:3]
end_kernel undefined_address
// UNDEFINED-ADDRESS: hipsim: kernel 'undefined_address', address 0x{{.*}}, instruction 'global_load_b32 v3, v2, s[2:3]': reads v2, which lane 0 never wrote

kernel undefined_scalar
  s_add_u32 s9, s8, 1
end_kernel undefined_scalar
// UNDEFINED-SCALAR: hipsim: kernel 'undefined_scalar', address 0x{{.*}}, instruction 's_add_u32 s9, s8, 1': reads s8, which the wave never wrote

kernel undefined_branch
  v_cmp_eq_u32 vcc_lo, v7, v0
  s_cbranch_vccz 0
end_kernel undefined_branch
// UNDEFINED-BRANCH: hipsim: kernel 'undefined_branch', address 0x{{.*}}, instruction 's_cbranch_vccz 0': branches by a mask that was never written

kernel undefined_lds
  ds_load_b32 v2, v1
  s_waitcnt lgkmcnt(0)
  global_store_b32 v2, v0, s[2:3]
end_kernel undefined_lds
// UNDEFINED-LDS: hipsim: kernel 'undefined_lds', address 0x{{.*}}, instruction 'global_store_b32 v2, v0, s[2:3]': reads v2, which lane 0 never wrote

kernel outside_lds
  ds_store_b32 v1, v0 offset:384
end_kernel outside_lds
// OUTSIDE-LDS: hipsim: kernel 'outside_lds', address 0x{{.*}}, instruction 'ds_store_b32 v1, v0 offset:384': writes 4 bytes at 512 of the group's LDS, which has 512 bytes

kernel outside_scratch
  scratch_store_b32 v1, v0, off
end_kernel outside_scratch
// OUTSIDE-SCRATCH: hipsim: kernel 'outside_scratch', address 0x{{.*}}, instruction 'scratch_store_b32 v1, v0, off': writes 4 bytes at 64 of a lane's scratch memory, which has 64 bytes

kernel misaligned_atomic
  global_atomic_add_u32 v0, v0, s[2:3]
end_kernel misaligned_atomic
// MISALIGNED-ATOMIC: hipsim: kernel 'misaligned_atomic', address 0x{{.*}}, instruction 'global_atomic_add_u32 v0, v0, s[2:3]': an atomic operation of 4 bytes at an address that is not aligned to them

kernel outside_registers
  v_mov_b32 v200, 0
end_kernel outside_registers
// OUTSIDE-REGISTERS: hipsim: kernel 'outside_registers', address 0x{{.*}}, instruction 'v_mov_b32_e32 v200, 0': names a register outside of the kernel's 16 vector and 0 accumulation registers

kernel unknown_instruction
  v_sat_pk_u8_i16 v2, v0
  v_cubeid_f32 v2, v0, v0, v0
end_kernel unknown_instruction
// UNKNOWN-INSTRUCTION: hipsim: kernel 'unknown_instruction', address 0x{{.*}}, instruction 'v_cubeid_f32 v2, v0, v0, v0': an instruction without semantics in the simulator

kernel trap
  s_trap 2
end_kernel trap
// TRAP: hipsim: kernel 'trap', address 0x{{.*}}, instruction 's_trap 2': the kernel traps

.amdgpu_metadata
---
amdhsa.version: [1, 2]
amdhsa.kernels:
  - .name: out_of_range
    .symbol: out_of_range.kd
    .args: [{.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}]
    .group_segment_fixed_size: 512
    .private_segment_fixed_size: 64
    .kernarg_segment_align: 8
    .kernarg_segment_size: 8
    .max_flat_workgroup_size: 1024
    .sgpr_count: 32
    .vgpr_count: 16
    .wavefront_size: 32
  - .name: no_memory
    .symbol: no_memory.kd
    .args: [{.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}]
    .group_segment_fixed_size: 512
    .private_segment_fixed_size: 64
    .kernarg_segment_align: 8
    .kernarg_segment_size: 8
    .max_flat_workgroup_size: 1024
    .sgpr_count: 32
    .vgpr_count: 16
    .wavefront_size: 32
  - .name: missing_wait
    .symbol: missing_wait.kd
    .args: [{.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}]
    .group_segment_fixed_size: 512
    .private_segment_fixed_size: 64
    .kernarg_segment_align: 8
    .kernarg_segment_size: 8
    .max_flat_workgroup_size: 1024
    .sgpr_count: 32
    .vgpr_count: 16
    .wavefront_size: 32
  - .name: wait_too_weak
    .symbol: wait_too_weak.kd
    .args: [{.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}]
    .group_segment_fixed_size: 512
    .private_segment_fixed_size: 64
    .kernarg_segment_align: 8
    .kernarg_segment_size: 8
    .max_flat_workgroup_size: 1024
    .sgpr_count: 32
    .vgpr_count: 16
    .wavefront_size: 32
  - .name: missing_scalar_wait
    .symbol: missing_scalar_wait.kd
    .args: [{.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}]
    .group_segment_fixed_size: 512
    .private_segment_fixed_size: 64
    .kernarg_segment_align: 8
    .kernarg_segment_size: 8
    .max_flat_workgroup_size: 1024
    .sgpr_count: 32
    .vgpr_count: 16
    .wavefront_size: 32
  - .name: undefined_address
    .symbol: undefined_address.kd
    .args: [{.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}]
    .group_segment_fixed_size: 512
    .private_segment_fixed_size: 64
    .kernarg_segment_align: 8
    .kernarg_segment_size: 8
    .max_flat_workgroup_size: 1024
    .sgpr_count: 32
    .vgpr_count: 16
    .wavefront_size: 32
  - .name: undefined_scalar
    .symbol: undefined_scalar.kd
    .args: [{.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}]
    .group_segment_fixed_size: 512
    .private_segment_fixed_size: 64
    .kernarg_segment_align: 8
    .kernarg_segment_size: 8
    .max_flat_workgroup_size: 1024
    .sgpr_count: 32
    .vgpr_count: 16
    .wavefront_size: 32
  - .name: undefined_branch
    .symbol: undefined_branch.kd
    .args: [{.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}]
    .group_segment_fixed_size: 512
    .private_segment_fixed_size: 64
    .kernarg_segment_align: 8
    .kernarg_segment_size: 8
    .max_flat_workgroup_size: 1024
    .sgpr_count: 32
    .vgpr_count: 16
    .wavefront_size: 32
  - .name: undefined_lds
    .symbol: undefined_lds.kd
    .args: [{.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}]
    .group_segment_fixed_size: 512
    .private_segment_fixed_size: 64
    .kernarg_segment_align: 8
    .kernarg_segment_size: 8
    .max_flat_workgroup_size: 1024
    .sgpr_count: 32
    .vgpr_count: 16
    .wavefront_size: 32
  - .name: outside_lds
    .symbol: outside_lds.kd
    .args: [{.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}]
    .group_segment_fixed_size: 512
    .private_segment_fixed_size: 64
    .kernarg_segment_align: 8
    .kernarg_segment_size: 8
    .max_flat_workgroup_size: 1024
    .sgpr_count: 32
    .vgpr_count: 16
    .wavefront_size: 32
  - .name: outside_scratch
    .symbol: outside_scratch.kd
    .args: [{.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}]
    .group_segment_fixed_size: 512
    .private_segment_fixed_size: 64
    .kernarg_segment_align: 8
    .kernarg_segment_size: 8
    .max_flat_workgroup_size: 1024
    .sgpr_count: 32
    .vgpr_count: 16
    .wavefront_size: 32
  - .name: misaligned_atomic
    .symbol: misaligned_atomic.kd
    .args: [{.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}]
    .group_segment_fixed_size: 512
    .private_segment_fixed_size: 64
    .kernarg_segment_align: 8
    .kernarg_segment_size: 8
    .max_flat_workgroup_size: 1024
    .sgpr_count: 32
    .vgpr_count: 16
    .wavefront_size: 32
  - .name: outside_registers
    .symbol: outside_registers.kd
    .args: [{.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}]
    .group_segment_fixed_size: 512
    .private_segment_fixed_size: 64
    .kernarg_segment_align: 8
    .kernarg_segment_size: 8
    .max_flat_workgroup_size: 1024
    .sgpr_count: 32
    .vgpr_count: 16
    .wavefront_size: 32
  - .name: unknown_instruction
    .symbol: unknown_instruction.kd
    .args: [{.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}]
    .group_segment_fixed_size: 512
    .private_segment_fixed_size: 64
    .kernarg_segment_align: 8
    .kernarg_segment_size: 8
    .max_flat_workgroup_size: 1024
    .sgpr_count: 32
    .vgpr_count: 16
    .wavefront_size: 32
  - .name: trap
    .symbol: trap.kd
    .args: [{.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}]
    .group_segment_fixed_size: 512
    .private_segment_fixed_size: 64
    .kernarg_segment_align: 8
    .kernarg_segment_size: 8
    .max_flat_workgroup_size: 1024
    .sgpr_count: 32
    .vgpr_count: 16
    .wavefront_size: 32
...
.end_amdgpu_metadata
