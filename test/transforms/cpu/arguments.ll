; Each parameter is read at the next offset of the argument block that its alignment allows; an
; aggregate that the kernel only reads is not copied.
; RUN: %opt -passes=gpuc-cpu-work-group,verify -S %s | FileCheck %s

%float3 = type { float, float, float }

define spir_kernel void @k(ptr %out, i1 zeroext %flag, i16 signext %scale, ptr byval(%float3) align 4 %v, double %bias) {
  %y.addr = getelementptr inbounds i8, ptr %v, i64 4
  %y = load float, ptr %y.addr
  %wide = fpext float %y to double
  %sum = fadd double %wide, %bias
  %scaled = sitofp i16 %scale to double
  %product = fmul double %sum, %scaled
  %result = select i1 %flag, double %product, double %sum
  store double %result, ptr %out
  ret void
}

; CHECK: @__gpuc_cpu_kernels = hidden constant [2 x %gpuc.cpu_kernel]
; CHECK-SAME: ptr @k.run, i32 1, ptr @{{.*}}, i32 0, i32 0, i32 0, i32 0 }, %gpuc.cpu_kernel zeroinitializer]
; CHECK-LABEL: define internal void @k.run(ptr %block, ptr %args, i32 %region, i32 %first, i32 %last)
; CHECK-NOT: alloca
; CHECK-DAG: %[[BIAS:.*]] = getelementptr inbounds nuw i8, ptr %args, i64 24
; CHECK-DAG: load double, ptr %[[BIAS]], align 8
; CHECK-DAG: %[[SCALE:.*]] = getelementptr inbounds nuw i8, ptr %args, i64 10
; CHECK-DAG: load i16, ptr %[[SCALE]], align 2
; CHECK-DAG: %[[FLAG:.*]] = getelementptr inbounds nuw i8, ptr %args, i64 8
; CHECK-DAG: load i8, ptr %[[FLAG]], align 1
; CHECK-DAG: %[[V:.*]] = getelementptr inbounds nuw i8, ptr %args, i64 16
; CHECK-DAG: load float, ptr %[[V]], align 4
