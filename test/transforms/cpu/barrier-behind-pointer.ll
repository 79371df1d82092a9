; RUN: not %opt -passes=gpuc-cpu-work-group -disable-output %s 2>&1 | FileCheck %s
; CHECK: error: kernel 'k' reaches a barrier or warp operation in 'wait()' through a pointer, which the CPU target cannot compile; call it directly

@table = internal global ptr @_Z4waitv

declare void @__gpuc_cpu_suspend(i32) convergent

define void @_Z4waitv() {
  call void @__gpuc_cpu_suspend(i32 0)
  ret void
}

define spir_kernel void @k() {
  %f = load ptr, ptr @table
  call void %f()
  ret void
}
