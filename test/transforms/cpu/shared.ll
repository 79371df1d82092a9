; Block-shared variables get offsets in the block's shared memory; code outside kernels finds the
; block through the current thread. A function reached by pointer makes the kernel keep its item.
; RUN: %opt -passes=gpuc-cpu-work-group,verify -S %s | FileCheck %s

@a = internal global [3 x i32] poison, align 4 #0
@b = internal global [16 x double] poison, align 16 #0

declare i32 @__gpuc_cpu_item() memory(none)

define internal i32 @callback() noinline {
  %item = call i32 @__gpuc_cpu_item()
  %v = load i32, ptr getelementptr inbounds (i8, ptr @a, i64 4)
  %sum = add i32 %v, %item
  ret i32 %sum
}

define spir_kernel void @k(ptr %out) {
  store i32 1, ptr @a
  store ptr @callback, ptr %out
  store double 2.0, ptr getelementptr inbounds (i8, ptr @b, i64 8)
  ret void
}

attributes #0 = { "gpuc-shared" }

; CHECK-NOT: @a =
; CHECK: @__gpuc_cpu_current = external thread_local global ptr
; CHECK: @__gpuc_cpu_kernels = {{.*}} ptr @k.run, i32 1, ptr @gpuc.suspends, i32 0, i32 192, i32 1, i32 0 }
; CHECK-LABEL: define internal i32 @callback()
; CHECK: call ptr @llvm.threadlocal.address.p0(ptr @__gpuc_cpu_current)
; CHECK: getelementptr inbounds i8, ptr %{{.*}}, i32 64
; CHECK: getelementptr inbounds i8, ptr %{{.*}}, i32 40
; CHECK-LABEL: define internal void @k.run(
; CHECK: %[[ITEM:.*]] = getelementptr inbounds i8, ptr %block, i32 40
; CHECK: store i32 %{{.*}}, ptr %[[ITEM]]
; CHECK: getelementptr inbounds {{.*}}, ptr %shared{{.*}}, i64 24
