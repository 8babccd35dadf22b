! Fortran on the simulated GPU: libcleave chooses the grids of kernels of flang by the information in the image, and results are those
! of the host. Without the pass libcleave leaves the grids to the OpenMP run time.
!
! RUN: %flang %s -o %t.plain
! RUN: %gpu %t.plain 2>&1 | FileCheck %s --implicit-check-not=cleave:
! RUN: %flang %fpass %s -o %t
! RUN: env CLEAVE_VERBOSE=1 CLEAVE_TRACE=%t.json %gpu %t > %t.out 2> %t.err
! RUN: FileCheck %s < %t.out
! RUN: FileCheck %s --check-prefix=GRIDS < %t.err
! RUN: %cleave trace %t.json | FileCheck %s --check-prefix=TRACE
! RUN: %cleave inspect %t | FileCheck %s --check-prefix=INSPECT
! CHECK: axpy T
! CHECK: columns T
! CHECK: points T
! CHECK: sum T
! GRIDS: launch of line {{[0-9]+}} _QFPaxpy on device 0, 2000 iterations: 16 teams of 128 threads
! GRIDS: launch of line {{[0-9]+}} _QFPcolumns on device 0, 62 iterations: {{[0-9]+}} teams of {{[0-9]+}} threads
! GRIDS: launch of line {{[0-9]+}} _QFPpoints on device 0, 6076 iterations: {{[0-9]+}} teams of {{[0-9]+}} threads
! TRACE: kernel 4
! INSPECT: linked with libcleave
! INSPECT: SPMD {{.*}} _QFPaxpy
! INSPECT: reads, 4 bytes, coalesced
program main
  implicit none
  integer, parameter :: n = 2000, rows = 100, cols = 64
  real :: x(n), y(n), expected(n), s, t
  real(8) :: a(rows, cols), b(rows, cols), c(rows, cols)
  integer :: i, j
  do i = 1, n
    x(i) = mod(i, 17)
    y(i) = mod(i, 5)
    expected(i) = 2.0 * x(i) + y(i)
  end do
  call axpy(n, 2.0, x, y)
  print *, 'axpy ', all(y == expected)

  do j = 1, cols
    do i = 1, rows
      a(i, j) = mod(3 * i + j, 11)
    end do
  end do
  c = 0
  do j = 2, cols - 1
    do i = 2, rows - 1
      c(i, j) = 0.25d0 * (a(i-1, j) + a(i+1, j) + a(i, j-1) + a(i, j+1))
    end do
  end do
  b = 0
  call columns(rows, cols, a, b)
  print *, 'columns ', all(b == c)
  b = 0
  call points(rows, cols, a, b)
  print *, 'points ', all(b == c)

  s = 0
  call total(n, x, s)
  t = 0
  do i = 1, n
    t = t + x(i)
  end do
  print *, 'sum ', s == t
contains
  subroutine axpy(n, a, x, y)
    integer :: n, i
    real :: a, x(n), y(n)
!$omp target teams distribute parallel do map(to: x) map(tofrom: y)
    do i = 1, n
      y(i) = a * x(i) + y(i)
    end do
  end subroutine

  subroutine columns(n, m, a, b)
    integer :: n, m, i, j
    real(8) :: a(n, m), b(n, m)
!$omp target teams distribute parallel do map(to: a) map(tofrom: b)
    do j = 2, m - 1
      do i = 2, n - 1
        b(i, j) = 0.25d0 * (a(i-1, j) + a(i+1, j) + a(i, j-1) + a(i, j+1))
      end do
    end do
  end subroutine

  subroutine points(n, m, a, b)
    integer :: n, m, i, j
    real(8) :: a(n, m), b(n, m)
!$omp target teams distribute parallel do collapse(2) map(to: a) map(tofrom: b)
    do j = 2, m - 1
      do i = 2, n - 1
        b(i, j) = 0.25d0 * (a(i-1, j) + a(i+1, j) + a(i, j-1) + a(i, j+1))
      end do
    end do
  end subroutine

  ! All values are integers, so that the order of the additions does not matter.
  subroutine total(n, x, s)
    integer :: n, i
    real :: x(n), s
!$omp target teams distribute parallel do map(to: x) map(tofrom: s) reduction(+:s)
    do i = 1, n
      s = s + x(i)
    end do
  end subroutine
end program
