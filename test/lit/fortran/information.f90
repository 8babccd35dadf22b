! What cleave-device.so reads in kernels of flang: addresses by lane, strides and trip counts by the arguments.
!
! RUN: %fdevice %fpass %s -o %t.ll
! RUN: %print_information --no-lines %t.ll | FileCheck %s
!
! CHECK-LABEL: axpy__
! CHECK-SAME: arguments 7 flops 2{{$}}
! CHECK-NEXT: loop -1 L 4 coalesced sites 1
! CHECK-NEXT: loop -1 LS 4 coalesced sites 2
subroutine axpy(n, a, x, y)
  integer :: n, i
  real :: a, x(n), y(n)
!$omp target teams distribute parallel do map(to: x) map(tofrom: y)
  do i = 1, n
    y(i) = a * x(i) + y(i)
  end do
end subroutine

! The leading dimension separates neighbouring iterations of the outer loop.
! CHECK-LABEL: columns__
! CHECK-SAME: arguments 10 flops 0{{$}}
! CHECK-NEXT: loop 0 in -1 depth 1 flops 4 trips(-2 -1 a5 + sext32 + 1 + 0 maxs)
! CHECK-COUNT-3: loop 0 L 8 symbolic stride stride(8 0 a9 sext32 maxs *)
! CHECK-NEXT: loop 0 S 8 symbolic stride stride(8 0 a7 sext32 maxs *) sites 1
subroutine columns(n, m, a, b)
  integer :: n, m, i, j
  real(8) :: a(n, m), b(n, m)
!$omp target teams distribute parallel do map(to: a) map(from: b)
  do j = 2, m - 1
    do i = 2, n - 1
      b(i, j) = 0.25d0 * (a(i-1, j) + a(i+1, j) + a(i, j-1) + a(i, j+1))
    end do
  end do
end subroutine

! CHECK-LABEL: points__
! CHECK-SAME: arguments 10 flops 4{{$}}
! CHECK-COUNT-4: loop -1 L 8 coalesced row(-2 a5 + sext32) sites 1
! CHECK-NEXT: loop -1 S 8 coalesced row(-2 a5 + sext32) sites 1
subroutine points(n, m, a, b)
  integer :: n, m, i, j
  real(8) :: a(n, m), b(n, m)
!$omp target teams distribute parallel do collapse(2) map(to: a) map(from: b)
  do j = 2, m - 1
    do i = 2, n - 1
      b(i, j) = 0.25d0 * (a(i-1, j) + a(i+1, j) + a(i, j-1) + a(i, j+1))
    end do
  end do
end subroutine

! CHECK-LABEL: gather__
! CHECK-NEXT: loop -1 L 4 coalesced sites 1
! CHECK-NEXT: loop -1 L 4 irregular sites 1
! CHECK-NEXT: loop -1 S 4 coalesced sites 1
subroutine gather(n, idx, x, y)
  integer :: n, i, idx(n)
  real :: x(n), y(n)
!$omp target teams distribute parallel do map(to: x, idx) map(from: y)
  do i = 1, n
    y(i) = x(idx(i))
  end do
end subroutine

! The loop of the team's threads.
! CHECK-LABEL: sums__
! CHECK-NEXT: loop -1 L 4 coalesced sites 1
! CHECK-NEXT: loop -1 S 4 uniform sites 1
subroutine sums(n, m, a, s)
  integer :: n, m, i, j
  real :: a(n, m), s(m), t
!$omp target teams distribute map(to: a) map(from: s) private(t)
  do j = 1, m
    t = 0
!$omp parallel do reduction(+:t)
    do i = 1, n
      t = t + a(i, j)
    end do
    s(j) = t
  end do
end subroutine
