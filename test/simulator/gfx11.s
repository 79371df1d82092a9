// Instructions of gfx11, by family, against values worked out elsewhere.
// RUN: llvm-mc -triple=amdgcn-amd-amdhsa -mcpu=gfx1100 -I %S/Inputs -filetype=obj %s -o %t.o
// RUN: ld.lld -shared %t.o -o %t.co
// RUN: env HIPSIM_ARCH=gfx1100 %build/test/hipsim/hipsim-run %t.co integers bits carries floats doubles round_up quads shifts permutes masks loops groups spills counters halves duals | FileCheck %s

.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
.include "gfx11.inc"

kernel integers
  v_mul_lo_u32 v2, v0, v0
  v_mad_u32_u24 v2, v2, 3, v0
  v_bfe_u32 v3, v2, 2, 5
  v_lshl_or_b32 v2, v3, 8, v2
  v_sub_nc_u32 v2, 0, v2
  finish v2
end_kernel integers
// CHECK: integers: 0 fffffefc fffffcf2 fffff8e2 fffff2cc ffffebb0 ffffe38e fffff966 ffffed38 ffffe004 fffff2ca ffffe28a fffff044 fffffdf8 ffffe9a6 fffff14e fffff8f0 ffffe08c ffffe822 ffffe8b2 ffffea3c ffffeac0 ffffea3e ffffe9b6 ffffe928 ffffe094 fffff6fa fffff65a ffffe4b4 ffffe008 fffff556 ffffe49e fffff3e0 ffffe21c fffff052 ffffe082 ffffe0ac ffffe3d0 ffffeaee ffffe006 ffffe518 ffffe824 ffffea2a ffffea2a ffffe824 ffffe018 ffffe106 ffffe1ee ffffe0d0 ffffe2ac ffffe082 ffffe052 ffffe01c ffffd6e0 ffffc59e ffffd456 ffffc108 ffffc8b4 ffffd05a ffffd6fa ffffc494 ffffc028 ffffc0b6 ffffc13e

kernel bits
  v_bfrev_b32 v2, v0
  v_alignbit_b32 v2, v2, v0, 7
  v_perm_b32 v2, v2, v0, 0x0c050104
  v_xor_b32 v2, -1, v2
  finish v2
end_kernel bits
// CHECK: bits: ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff

kernel carries
  v_mov_b32 v2, -1
  v_add_co_u32 v3, vcc_lo, v2, v0
  v_add_co_ci_u32_e32 v4, vcc_lo, 5, v0, vcc_lo
  finish v4
end_kernel carries
// CHECK: carries: 5 7 8 9 a b c d e f 10 11 12 13 14 15 16 17 18 19 1a 1b 1c 1d 1e 1f 20 21 22 23 24 25 26 27 28 29 2a 2b 2c 2d 2e 2f 30 31 32 33 34 35 36 37 38 39 3a 3b 3c 3d 3e 3f 40 41 42 43 44 45

kernel floats
  v_cvt_f32_u32 v2, v0
  v_mul_f32 v3, 0.5, v2
  v_fma_f32 v2, v2, v3, -v3
  v_add_f32 v2, |v2|, v3
  finish v2
end_kernel floats
// CHECK: floats: 0 3f000000 40000000 40900000 41000000 41480000 41900000 41c40000 42000000 42220000 42480000 42720000 42900000 42a90000 42c40000 42e10000 43000000 43108000 43220000 43348000 43480000 435c8000 43720000 43844000 43900000 439c4000 43a90000 43b64000 43c40000 43d24000 43e10000 43f04000 44000000 44082000 44108000 44192000 44220000 442b2000 44348000 443e2000 44480000 44522000 445c8000 44672000 44720000 447d2000 44844000 448a1000 44900000 44961000 449c4000 44a29000 44a90000 44af9000 44b64000 44bd1000 44c40000 44cb1000 44d24000 44d99000 44e10000 44e89000 44f04000 44f81000

kernel doubles
  v_cvt_f64_u32 v[2:3], v0
  v_add_f64 v[2:3], v[2:3], 0.5
  v_fma_f64 v[4:5], v[2:3], v[2:3], -4.0
  v_cvt_i32_f64 v2, v[4:5]
  finish v2
end_kernel doubles
// CHECK: doubles: fffffffd ffffffff 2 8 10 1a 26 34 44 56 6a 80 98 b2 ce ec 10c 12e 152 178 1a0 1ca 1f6 224 254 286 2ba 2f0 328 362 39e 3dc 41c 45e 4a2 4e8 530 57a 5c6 614 664 6b6 70a 760 7b8 812 86e 8cc 92c 98e 9f2 a58 ac0 b2a b96 c04 c74 ce6 d5a dd0 e48 ec2 f3e fbc

kernel round_up
  v_cvt_f32_u32 v2, v0
  s_round_mode 0x1
  v_mul_f32 v2, 0x3dcccccd, v2
  s_round_mode 0x0
  finish v2
end_kernel round_up
// CHECK: round_up: 0 3dcccccd 3e4ccccd 3e99999a 3ecccccd 3f000001 3f19999a 3f333334 3f4ccccd 3f666667 3f800001 3f8ccccd 3f99999a 3fa66667 3fb33334 3fc00001 3fcccccd 3fd9999a 3fe66667 3ff33334 40000001 40066667 400ccccd 40133334 4019999a 40200001 40266667 402ccccd 40333334 4039999a 40400001 40466667 404ccccd 40533334 4059999a 40600001 40666667 406cccce 40733334 4079999a 40800001 40833334 40866667 4089999a 408ccccd 40900001 40933334 40966667 4099999a 409ccccd 40a00001 40a33334 40a66667 40a9999a 40accccd 40b00001 40b33334 40b66667 40b9999a 40bccccd 40c00001 40c33334 40c66667 40c9999a

kernel quads
  v_mov_b32_dpp v2, v0 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf
  finish v2
end_kernel quads
// CHECK: quads: 3 2 1 0 7 6 5 4 b a 9 8 f e d c 13 12 11 10 17 16 15 14 1b 1a 19 18 1f 1e 1d 1c 23 22 21 20 27 26 25 24 2b 2a 29 28 2f 2e 2d 2c 33 32 31 30 37 36 35 34 3b 3a 39 38 3f 3e 3d 3c

kernel shifts
  v_mov_b32 v2, 99
  v_mov_b32_dpp v2, v0 row_shr:1 row_mask:0xf bank_mask:0xf
  finish v2
end_kernel shifts
// CHECK: shifts: 63 0 1 2 3 4 5 6 7 8 9 a b c d e 63 10 11 12 13 14 15 16 17 18 19 1a 1b 1c 1d 1e 63 20 21 22 23 24 25 26 27 28 29 2a 2b 2c 2d 2e 63 30 31 32 33 34 35 36 37 38 39 3a 3b 3c 3d 3e

kernel permutes
  v_xor_b32 v2, 4, v1
  ds_bpermute_b32 v3, v2, v0
  s_waitcnt lgkmcnt(0)
  finish v3
end_kernel permutes
// CHECK: permutes: 1 0 3 2 5 4 7 6 9 8 b a d c f e 11 10 13 12 15 14 17 16 19 18 1b 1a 1d 1c 1f 1e 21 20 23 22 25 24 27 26 29 28 2b 2a 2d 2c 2f 2e 31 30 33 32 35 34 37 36 39 38 3b 3a 3d 3c 3f 3e

kernel masks
  v_cmp_lt_u32 vcc_lo, 9, v0
  s_and_saveexec_b32 s4, vcc_lo
  v_mov_b32 v2, 7
  s_mov_b32 exec_lo, s4
  v_cndmask_b32 v2, 1, v2, vcc_lo
  finish v2
end_kernel masks
// CHECK: masks: 1 1 1 1 1 1 1 1 1 1 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7

kernel loops
  v_mov_b32 v2, 0
  s_mov_b32 s4, 0
  .Lloop:
  v_add_nc_u32 v2, s4, v2
  s_add_u32 s4, s4, 1
  s_cmp_lt_u32 s4, 10
  s_cbranch_scc1 .Lloop
  finish v2
end_kernel loops
// CHECK: loops: 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d 2d

kernel groups
  v_mul_u32_u24 v2, 3, v0
  ds_store_b32 v1, v2
  s_waitcnt lgkmcnt(0)
  s_barrier
  v_xor_b32 v3, 0xfc, v1
  ds_load_b32 v4, v3
  s_waitcnt lgkmcnt(0)
  finish v4
end_kernel groups
// CHECK: groups: bd ba b7 b4 b1 ae ab a8 a5 a2 9f 9c 99 96 93 90 8d 8a 87 84 81 7e 7b 78 75 72 6f 6c 69 66 63 60 5d 5a 57 54 51 4e 4b 48 45 42 3f 3c 39 36 33 30 2d 2a 27 24 21 1e 1b 18 15 12 f c 9 6 3 0

kernel spills
  scratch_store_b32 off, v0, off offset:8
  scratch_load_u16 v2, off, off offset:8
  s_waitcnt vmcnt(0)
  finish v2
end_kernel spills
// CHECK: spills: 0 1 2 3 4 5 6 7 8 9 a b c d e f 10 11 12 13 14 15 16 17 18 19 1a 1b 1c 1d 1e 1f 20 21 22 23 24 25 26 27 28 29 2a 2b 2c 2d 2e 2f 30 31 32 33 34 35 36 37 38 39 3a 3b 3c 3d 3e 3f

kernel counters
  v_mov_b32 v2, 0
  v_mov_b32 v3, 1
  global_atomic_add_u32 v2, v3, s[2:3]
end_kernel counters
// CHECK: counters: 40 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0

kernel halves
  v_cvt_f32_u32 v2, v0
  v_cvt_f16_f32 v2.l, v2
  v_mov_b16 v2.h, v2.l
  v_pk_mul_f16 v2, v2, v2
  finish v2
end_kernel halves
// CHECK: halves: 0 3c003c00 44004400 48804880 4c004c00 4e404e40 50805080 52205220 54005400 55105510 56405640 57905790 58805880 59485948 5a205a20 5b085b08 5c005c00 5c845c84 5d105d10 5da45da4 5e405e40 5ee45ee4 5f905f90 60226022 60806080 60e260e2 61486148 61b261b2 62206220 62926292 63086308 63826382 64006400 64416441 64846484 64c964c9 65106510 65596559 65a465a4 65f165f1 66406640 66916691 66e466e4 67396739 67906790 67e967e9 68226822 68506850 68806880 68b068b0 68e268e2 69146914 69486948 697c697c 69b269b2 69e869e8 6a206a20 6a586a58 6a926a92 6acc6acc 6b086b08 6b446b44 6b826b82 6bc06bc0

kernel duals
  v_mov_b32 v2, 5
  v_mov_b32 v3, 6
  v_dual_mov_b32 v2, v3 :: v_dual_mov_b32 v3, v2
  v_lshl_or_b32 v2, v2, 8, v3
  finish v2
end_kernel duals
// CHECK: duals: 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605 605

.amdgpu_metadata
---
amdhsa.version: [1, 2]
amdhsa.kernels:
  - .name: integers
    .symbol: integers.kd
    .args: [{.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}]
    .group_segment_fixed_size: 512
    .private_segment_fixed_size: 64
    .kernarg_segment_align: 8
    .kernarg_segment_size: 8
    .max_flat_workgroup_size: 1024
    .sgpr_count: 32
    .vgpr_count: 16
    .wavefront_size: 32
  - .name: bits
    .symbol: bits.kd
    .args: [{.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}]
    .group_segment_fixed_size: 512
    .private_segment_fixed_size: 64
    .kernarg_segment_align: 8
    .kernarg_segment_size: 8
    .max_flat_workgroup_size: 1024
    .sgpr_count: 32
    .vgpr_count: 16
    .wavefront_size: 32
  - .name: carries
    .symbol: carries.kd
    .args: [{.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}]
    .group_segment_fixed_size: 512
    .private_segment_fixed_size: 64
    .kernarg_segment_align: 8
    .kernarg_segment_size: 8
    .max_flat_workgroup_size: 1024
    .sgpr_count: 32
    .vgpr_count: 16
    .wavefront_size: 32
  - .name: floats
    .symbol: floats.kd
    .args: [{.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}]
    .group_segment_fixed_size: 512
    .private_segment_fixed_size: 64
    .kernarg_segment_align: 8
    .kernarg_segment_size: 8
    .max_flat_workgroup_size: 1024
    .sgpr_count: 32
    .vgpr_count: 16
    .wavefront_size: 32
  - .name: doubles
    .symbol: doubles.kd
    .args: [{.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}]
    .group_segment_fixed_size: 512
    .private_segment_fixed_size: 64
    .kernarg_segment_align: 8
    .kernarg_segment_size: 8
    .max_flat_workgroup_size: 1024
    .sgpr_count: 32
    .vgpr_count: 16
    .wavefront_size: 32
  - .name: round_up
    .symbol: round_up.kd
    .args: [{.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}]
    .group_segment_fixed_size: 512
    .private_segment_fixed_size: 64
    .kernarg_segment_align: 8
    .kernarg_segment_size: 8
    .max_flat_workgroup_size: 1024
    .sgpr_count: 32
    .vgpr_count: 16
    .wavefront_size: 32
  - .name: quads
    .symbol: quads.kd
    .args: [{.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}]
    .group_segment_fixed_size: 512
    .private_segment_fixed_size: 64
    .kernarg_segment_align: 8
    .kernarg_segment_size: 8
    .max_flat_workgroup_size: 1024
    .sgpr_count: 32
    .vgpr_count: 16
    .wavefront_size: 32
  - .name: shifts
    .symbol: shifts.kd
    .args: [{.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}]
    .group_segment_fixed_size: 512
    .private_segment_fixed_size: 64
    .kernarg_segment_align: 8
    .kernarg_segment_size: 8
    .max_flat_workgroup_size: 1024
    .sgpr_count: 32
    .vgpr_count: 16
    .wavefront_size: 32
  - .name: permutes
    .symbol: permutes.kd
    .args: [{.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}]
    .group_segment_fixed_size: 512
    .private_segment_fixed_size: 64
    .kernarg_segment_align: 8
    .kernarg_segment_size: 8
    .max_flat_workgroup_size: 1024
    .sgpr_count: 32
    .vgpr_count: 16
    .wavefront_size: 32
  - .name: masks
    .symbol: masks.kd
    .args: [{.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}]
    .group_segment_fixed_size: 512
    .private_segment_fixed_size: 64
    .kernarg_segment_align: 8
    .kernarg_segment_size: 8
    .max_flat_workgroup_size: 1024
    .sgpr_count: 32
    .vgpr_count: 16
    .wavefront_size: 32
  - .name: loops
    .symbol: loops.kd
    .args: [{.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}]
    .group_segment_fixed_size: 512
    .private_segment_fixed_size: 64
    .kernarg_segment_align: 8
    .kernarg_segment_size: 8
    .max_flat_workgroup_size: 1024
    .sgpr_count: 32
    .vgpr_count: 16
    .wavefront_size: 32
  - .name: groups
    .symbol: groups.kd
    .args: [{.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}]
    .group_segment_fixed_size: 512
    .private_segment_fixed_size: 64
    .kernarg_segment_align: 8
    .kernarg_segment_size: 8
    .max_flat_workgroup_size: 1024
    .sgpr_count: 32
    .vgpr_count: 16
    .wavefront_size: 32
  - .name: spills
    .symbol: spills.kd
    .args: [{.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}]
    .group_segment_fixed_size: 512
    .private_segment_fixed_size: 64
    .kernarg_segment_align: 8
    .kernarg_segment_size: 8
    .max_flat_workgroup_size: 1024
    .sgpr_count: 32
    .vgpr_count: 16
    .wavefront_size: 32
  - .name: counters
    .symbol: counters.kd
    .args: [{.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}]
    .group_segment_fixed_size: 512
    .private_segment_fixed_size: 64
    .kernarg_segment_align: 8
    .kernarg_segment_size: 8
    .max_flat_workgroup_size: 1024
    .sgpr_count: 32
    .vgpr_count: 16
    .wavefront_size: 32
  - .name: halves
    .symbol: halves.kd
    .args: [{.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}]
    .group_segment_fixed_size: 512
    .private_segment_fixed_size: 64
    .kernarg_segment_align: 8
    .kernarg_segment_size: 8
    .max_flat_workgroup_size: 1024
    .sgpr_count: 32
    .vgpr_count: 16
    .wavefront_size: 32
  - .name: duals
    .symbol: duals.kd
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
