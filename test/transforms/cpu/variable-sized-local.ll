; RUN: not %opt -passes=gpuc-cpu-work-group -disable-output %s 2>&1 | FileCheck %s
; CHECK: error: kernel 'k': the variable-sized local 'values' lives across a barrier or warp operation; give it a constant size

declare void @__gpuc_cpu_suspend(i32) convergent
declare void @use(ptr captures(none))

define spir_kernel void @k(i32 %n) {
  %values = alloca i32, i32 %n
  call void @use(ptr %values)
  call void @__gpuc_cpu_suspend(i32 0)
  call void @use(ptr %values)
  ret void
}
