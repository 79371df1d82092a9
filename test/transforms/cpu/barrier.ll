; A barrier cuts the kernel in two. The loaded value is kept in the context, and loaded from there
; for its item; the address, which follows from the arguments and the thread's index, is not.
; RUN: %opt -passes=gpuc-cpu-work-group,verify -S %s | FileCheck %s

declare i32 @__gpuc_cpu_thread_idx(i32) memory(none)
declare void @__gpuc_cpu_suspend(i32) convergent

define spir_kernel void @k(ptr %data) {
  %x = call i32 @__gpuc_cpu_thread_idx(i32 0)
  %i = zext i32 %x to i64
  %at = getelementptr i32, ptr %data, i64 %i
  %v = load i32, ptr %at
  call void @__gpuc_cpu_suspend(i32 0)
  %w = add i32 %v, 1
  store i32 %w, ptr %at
  ret void
}

; CHECK: @gpuc.suspends = private constant [2 x i8] zeroinitializer
; CHECK: @__gpuc_cpu_kernels = hidden constant {{.*}} ptr @k.run, i32 2, ptr @gpuc.suspends, i32 4, i32 0, i32 0, i32 0 }
; CHECK-LABEL: define internal void @k.run(
; CHECK: switch i32 %region, label %exit [
; CHECK-NEXT: i32 0, label %region.0
; CHECK-NEXT: i32 1, label %region.1
; CHECK: region.0:
; CHECK: %[[V:.*]] = load i32, ptr %
; CHECK: %[[COLUMN:.*]] = mul nuw nsw i64 %item, 4
; CHECK: %[[SLOT:.*]] = getelementptr inbounds i8, ptr %{{.*}}, i64 %[[COLUMN]]
; CHECK: store i32 %[[V]], ptr %[[SLOT]]
; CHECK: store i32 1, ptr %{{.*}}
; CHECK: scan:
; CHECK: row.fast:
; CHECK: load i32, ptr %{{.*}}slot
; CHECK: store i32 -1, ptr
; CHECK: icmp eq i32 %{{.*}}, 1
; CHECK: waits:
