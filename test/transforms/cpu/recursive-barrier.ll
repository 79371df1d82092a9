; RUN: not %opt -passes=gpuc-cpu-work-group -disable-output %s 2>&1 | FileCheck %s
; CHECK: error: kernel 'k' reaches a barrier or warp operation in the recursive function 'again(int)', which the CPU target cannot compile; make it a loop

declare void @__gpuc_cpu_suspend(i32) convergent

define void @_Z5againi(i32 %n) {
  call void @__gpuc_cpu_suspend(i32 0)
  %more = icmp ne i32 %n, 0
  br i1 %more, label %again, label %done
again:
  %less = sub i32 %n, 1
  call void @_Z5againi(i32 %less)
  br label %done
done:
  ret void
}

define spir_kernel void @k() {
  call void @_Z5againi(i32 3)
  ret void
}
