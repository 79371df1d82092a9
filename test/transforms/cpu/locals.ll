; A local whose contents are needed after a barrier lies in the context; one that is used up before
; stays on the stack.
; RUN: %opt -passes=gpuc-cpu-work-group,verify -S %s | FileCheck %s

declare void @__gpuc_cpu_suspend(i32) convergent
declare void @use(ptr captures(none))

define spir_kernel void @k() {
  %kept = alloca [10 x i32], align 4
  %scratch = alloca [6 x i32], align 4
  call void @llvm.lifetime.start.p0(ptr %scratch)
  call void @use(ptr %scratch)
  call void @llvm.lifetime.end.p0(ptr %scratch)
  call void @use(ptr %kept)
  call void @__gpuc_cpu_suspend(i32 0)
  call void @use(ptr %kept)
  ret void
}

; CHECK: @__gpuc_cpu_kernels = {{.*}} ptr @k.run, i32 2, ptr @gpuc.suspends, i32 40, i32 0, i32 0, i32 0 }
; CHECK-LABEL: define internal void @k.run(
; CHECK: %[[SCRATCH:.*]] = alloca [6 x i32]
; CHECK-NOT: alloca [10 x i32]
; CHECK-DAG: call void @use(ptr {{.*}}%[[SCRATCH]])
; CHECK-DAG: mul nuw nsw i64 %item, 40
