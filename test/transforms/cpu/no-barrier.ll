; A kernel without suspend points is one loop that neither looks at `next` nor writes it, and the
; test that it starts with is made once a row.
; RUN: %opt -passes=gpuc-cpu-work-group,verify -S %s | FileCheck %s
; RUN: %opt -passes='gpuc-cpu-kernels,default<O2>' -S %s | FileCheck %s --check-prefix=VECTOR

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i32 @__gpuc_cpu_thread_idx(i32) memory(none)
declare ptr @__gpuc_cpu_block() memory(none)

define spir_kernel void @scale(ptr %data, i32 %n) {
  %block = call ptr @__gpuc_cpu_block()
  %idx.addr = getelementptr inbounds i8, ptr %block, i64 24
  %idx = load i32, ptr %idx.addr
  %dim.addr = getelementptr inbounds i8, ptr %block, i64 12
  %dim = load i32, ptr %dim.addr
  %base = mul i32 %idx, %dim
  %x = call i32 @__gpuc_cpu_thread_idx(i32 0)
  %i = add i32 %base, %x
  %in = icmp ult i32 %i, %n
  br i1 %in, label %body, label %done
body:
  %i64 = zext i32 %i to i64
  %at = getelementptr float, ptr %data, i64 %i64
  %v = load float, ptr %at
  %w = fmul float %v, 2.0
  store float %w, ptr %at
  br label %done
done:
  ret void
}

; CHECK-LABEL: define internal void @scale.run(
; CHECK: row.fast:
; CHECK: columns:
; CHECK: %index.i = add nuw nsw i64 %{{.*}}, %column
; CHECK: store float
; CHECK: br i1 %{{.*}}, label %columns, label %rows.latch
; CHECK-NOT: ptr %next

; VECTOR-LABEL: define internal void @scale.run(
; VECTOR: fmul <4 x float>
