/* FILE: test/unit/acceptance_test.c
 * WHAT: tests of the rules by which LLVM 19's run time takes device images.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "image/acceptance.h"

static const struct cleave_image new_90 = {
    .kind = CLEAVE_IMAGE_CUDA, .layout = CLEAVE_CUBIN_13, .architecture = 90, .linked = true};

static struct cleave_devices gpus(uint32_t first, uint32_t second) {
  struct cleave_devices devices = {.driver_opened = true, .count = second ? 2 : 1};
  devices.devices[0] = (struct cleave_installed_device){"First GPU", first};
  devices.devices[1] = (struct cleave_installed_device){"Second GPU", second};
  return devices;
}

static void cubins_run_on_the_same_major_and_a_higher_minor(void **state) {
  (void)state;
  static const struct {
    uint32_t image, device;
    bool runs;
  } cases[] = {{90, 90, true},  {80, 86, true}, {86, 80, false}, {80, 90, false},
               {90, 80, false}, {75, 75, true}, {70, 75, true},  {75, 70, false},
               {35, 37, true},  {60, 61, true}, {80, 100, false}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct cleave_image image = new_90;
    image.architecture = cases[i].image;
    struct cleave_devices devices = gpus(cases[i].device, 0);
    assert_int_equal(cleave_image_acceptance(&image, &devices, true),
                     cases[i].runs ? CLEAVE_ACCEPTED_REPAIRED : CLEAVE_REFUSED_DEVICE);
    image.layout = CLEAVE_CUBIN_12;
    assert_int_equal(cleave_image_acceptance(&image, &devices, false),
                     cases[i].runs ? CLEAVE_ACCEPTED : CLEAVE_REFUSED_DEVICE);
    /* Any of the devices will do. */
    devices = gpus(20, cases[i].device);
    assert_int_equal(cleave_image_acceptance(&image, &devices, false),
                     cases[i].runs ? CLEAVE_ACCEPTED : CLEAVE_REFUSED_DEVICE);
  }
}

static void every_reason_has_its_words(void **state) {
  (void)state;
  struct cleave_devices gpu = gpus(90, 0), other = gpus(86, 0), no_driver = {0},
                        only_1 = {.driver_linked_as_1_only = true},
                        old = {.driver_is_old = true, .driver_version = 10010},
                        broken = {.driver_opened = true, .driver_error = 999}, none = {.driver_opened = true};
  struct cleave_image unlinked = new_90, blackwell = new_90, kepler = new_90, unknown = new_90,
                      bitcode = {.kind = CLEAVE_IMAGE_BITCODE}, ptx = {.kind = CLEAVE_IMAGE_PTX},
                      foreign = {.kind = CLEAVE_IMAGE_FOREIGN};
  unlinked.linked = false;
  blackwell.architecture = 100;
  kepler.architecture = 30;
  unknown.layout = CLEAVE_CUBIN_NONE;
  const struct {
    const struct cleave_image *image;
    const struct cleave_devices *devices;
    bool repairs;
    enum cleave_acceptance acceptance;
    const char *words;
  } cases[] = {
      {&new_90, &gpu, false, CLEAVE_REFUSED_LAYOUT, "layout of CUDA 13"},
      {&unknown, &gpu, true, CLEAVE_REFUSED_LAYOUT, "cubin of unknown layout"},
      {&blackwell, &gpu, true, CLEAVE_REFUSED_ARCHITECTURE, "sm_100"},
      {&kepler, &gpu, true, CLEAVE_REFUSED_ARCHITECTURE, "sm_30"},
      {&unlinked, &gpu, true, CLEAVE_REFUSED_KIND, "never linked"},
      {&bitcode, &gpu, true, CLEAVE_REFUSED_KIND, "LLVM bitcode"},
      {&ptx, &gpu, true, CLEAVE_REFUSED_KIND, "PTX"},
      {&foreign, &gpu, true, CLEAVE_REFUSED_KIND, "data of unknown format"},
      {&new_90, &no_driver, true, CLEAVE_REFUSED_NO_DRIVER, "install the NVIDIA driver"},
      {&new_90, &only_1, true, CLEAVE_REFUSED_NO_DRIVER, "create a link"},
      {&new_90, &old, true, CLEAVE_REFUSED_OLD_DRIVER, "the CUDA driver is that of CUDA 10.1, and"},
      {&new_90, &broken, true, CLEAVE_REFUSED_DRIVER_FAILED, "error 999"},
      {&new_90, &none, true, CLEAVE_REFUSED_NO_DEVICE, "finds no GPU"},
      {&new_90, &other, true, CLEAVE_REFUSED_DEVICE, "--offload-arch=sm_86"},
      {&new_90, &gpu, true, CLEAVE_ACCEPTED_REPAIRED, ""},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[512];
    enum cleave_acceptance acceptance =
        cleave_image_acceptance(cases[i].image, cases[i].devices, cases[i].repairs);
    assert_int_equal(acceptance, cases[i].acceptance);
    cleave_acceptance_explain(acceptance, cases[i].image, cases[i].devices, text, sizeof text);
    assert_non_null(strstr(text, cases[i].words));
    assert_int_equal(*text == '\0', !*cases[i].words);
    /* Cut off, not overrun. */
    memset(text, '#', sizeof text);
    cleave_acceptance_explain(acceptance, cases[i].image, cases[i].devices, text, 10);
    assert_true(strlen(text) < 10);
    assert_int_equal(text[10], '#');
  }
}

static void host_and_amd_images_are_not_refused(void **state) {
  (void)state;
  struct cleave_devices none = {0};
  struct cleave_image host = {.kind = CLEAVE_IMAGE_HOST, .linked = true},
                      amd = {.kind = CLEAVE_IMAGE_AMDGPU, .linked = true};
  assert_int_equal(cleave_image_acceptance(&host, &none, true), CLEAVE_ACCEPTED);
  assert_int_equal(cleave_image_acceptance(&amd, &none, true), CLEAVE_NOT_JUDGED);
}

static void only_known_architectures_are_repaired(void **state) {
  (void)state;
  struct cleave_image image = new_90;
  assert_true(cleave_image_is_repairable(&image));
  image.architecture = 100;
  assert_false(cleave_image_is_repairable(&image));
  image = new_90;
  image.linked = false;
  assert_false(cleave_image_is_repairable(&image));
  image = new_90;
  image.layout = CLEAVE_CUBIN_12;
  assert_false(cleave_image_is_repairable(&image));
  image = new_90;
  image.kind = CLEAVE_IMAGE_FOREIGN;
  assert_false(cleave_image_is_repairable(&image));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(cubins_run_on_the_same_major_and_a_higher_minor),
      cmocka_unit_test(every_reason_has_its_words),
      cmocka_unit_test(host_and_amd_images_are_not_refused),
      cmocka_unit_test(only_known_architectures_are_repaired),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
