; A barrier of the grid is a suspend point of its own kind, cut like others.
; RUN: %opt -passes=gpuc-cpu-work-group,verify -S %s | FileCheck %s
; RUN: sed 's/i32 2)/i32 3)/' %s | not %opt -passes=gpuc-cpu-work-group -S 2>&1 | FileCheck %s --check-prefix=UNKNOWN

declare void @__gpuc_cpu_suspend(i32) convergent

define spir_kernel void @k(ptr %data) {
  call void @__gpuc_cpu_suspend(i32 0)
  %v = load i32, ptr %data
  call void @__gpuc_cpu_suspend(i32 2)
  store i32 %v, ptr %data
  ret void
}

; CHECK: @gpuc.suspends = private constant [3 x i8] c"\00\00\02"
; CHECK: @__gpuc_cpu_kernels = hidden constant {{.*}} ptr @k.run, i32 3, ptr @gpuc.suspends, i32 4,
; UNKNOWN: error: the kind of a suspend point is not a constant
