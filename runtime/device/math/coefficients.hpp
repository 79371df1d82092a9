//===- coefficients.hpp - Polynomials and constants -------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Made by coefficients.py, which says what each is.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_DEVICE_MATH_COEFFICIENTS_HPP
#define GPUC_DEVICE_MATH_COEFFICIENTS_HPP

// clang-format off
namespace gpuc_math {

template <class T> struct pair {
  T high, low;
};

template <class T> inline constexpr pair<T> ln2 = {};
template <class T> inline constexpr T ln2_rest = 0;
template <class T> inline constexpr pair<T> log2e = {};
template <class T> inline constexpr T log2e_rest = 0;
template <class T> inline constexpr pair<T> log10e = {};
template <class T> inline constexpr T log10e_rest = 0;
template <class T> inline constexpr pair<T> ln10 = {};
template <class T> inline constexpr T ln10_rest = 0;
template <class T> inline constexpr pair<T> log10_2 = {};
template <class T> inline constexpr T log10_2_rest = 0;
template <class T> inline constexpr pair<T> log2_10 = {};
template <class T> inline constexpr T log2_10_rest = 0;
template <class T> inline constexpr pair<T> half_pi = {};
template <class T> inline constexpr T half_pi_rest = 0;
template <class T> inline constexpr pair<T> quarter_pi = {};
template <class T> inline constexpr T quarter_pi_rest = 0;
template <class T> inline constexpr pair<T> pi = {};
template <class T> inline constexpr T pi_rest = 0;
template <class T> inline constexpr pair<T> two_over_pi = {};
template <class T> inline constexpr T two_over_pi_rest = 0;
template <class T> inline constexpr pair<T> two_over_sqrt_pi = {};
template <class T> inline constexpr T two_over_sqrt_pi_rest = 0;
template <class T> inline constexpr pair<T> half_log_two_pi = {};
template <class T> inline constexpr T half_log_two_pi_rest = 0;
template <class T> inline constexpr pair<T> two_thirds = {};
template <class T> inline constexpr T two_thirds_rest = 0;
template <class T> inline constexpr T exp_tail[1] = {};
template <class T> inline constexpr T exp2_tail[1] = {};
template <class T> inline constexpr T sinh_tail[1] = {};
template <class T> inline constexpr T tanh_tail[1] = {};
template <class T> inline constexpr T log_tail[1] = {};
template <class T> inline constexpr T sin_tail[1] = {};
template <class T> inline constexpr T cos_tail[1] = {};
template <class T> inline constexpr T atan_tail[1] = {};
template <class T> inline constexpr T asin_tail[1] = {};
template <class T> inline constexpr T erf_tail[1] = {};
template <class T> inline constexpr T erfcx_scaled[1] = {};
template <class T> inline constexpr T gamma_rest[1] = {};
template <class T> inline constexpr T stirling_rest[1] = {};
template <class T> inline constexpr T j0_small[1] = {};
template <class T> inline constexpr T j1_small[1] = {};
template <class T> inline constexpr T y0_small[1] = {};
template <class T> inline constexpr T y1_small[1] = {};
template <class T> inline constexpr T j0_p[1] = {};
template <class T> inline constexpr T j0_q[1] = {};
template <class T> inline constexpr T j1_p[1] = {};
template <class T> inline constexpr T j1_q[1] = {};
template <class T> inline constexpr T j0_at_3[1] = {};
template <class T> inline constexpr T j0_at_5[1] = {};
template <class T> inline constexpr T j0_at_7[1] = {};
template <class T> inline constexpr T j1_at_3[1] = {};
template <class T> inline constexpr T j1_at_5[1] = {};
template <class T> inline constexpr T j1_at_7[1] = {};
template <class T> inline constexpr T y0_at_3[1] = {};
template <class T> inline constexpr T y0_at_5[1] = {};
template <class T> inline constexpr T y0_at_7[1] = {};
template <class T> inline constexpr T y1_at_3[1] = {};
template <class T> inline constexpr T y1_at_5[1] = {};
template <class T> inline constexpr T y1_at_7[1] = {};

template <> inline constexpr pair<double> ln2<double> = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};
template <> inline constexpr double ln2_rest<double> = 0x1.7b57a079a1934p-111;
template <> inline constexpr pair<float> ln2<float> = {0x1.62e4300000000p-1f, -0x1.05c6100000000p-29f};
template <> inline constexpr float ln2_rest<float> = -0x1.950d880000000p-54f;
template <> inline constexpr pair<double> log2e<double> = {0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56};
template <> inline constexpr double log2e_rest<double> = -0x1.60bb8a5442ab9p-110;
template <> inline constexpr pair<float> log2e<float> = {0x1.7154760000000p+0f, 0x1.4ae0c00000000p-26f};
template <> inline constexpr float log2e_rest<float> = -0x1.e888300000000p-52f;
template <> inline constexpr pair<double> log10e<double> = {0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57};
template <> inline constexpr double log10e_rest<double> = 0x1.ee191f71a3012p-112;
template <> inline constexpr pair<float> log10e<float> = {0x1.bcb7b20000000p-2f, -0x1.5b235e0000000p-27f};
template <> inline constexpr float log10e_rest<float> = -0x1.cd59540000000p-54f;
template <> inline constexpr pair<double> ln10<double> = {0x1.26bb1bbb55516p+1, -0x1.f48ad494ea3e9p-53};
template <> inline constexpr double ln10_rest<double> = -0x1.9ebae3ae0260cp-107;
template <> inline constexpr pair<float> ln10<float> = {0x1.26bb1c0000000p+1f, -0x1.12aaba0000000p-25f};
template <> inline constexpr float ln10_rest<float> = -0x1.3e915a0000000p-50f;
template <> inline constexpr pair<double> log10_2<double> = {0x1.34413509f79ffp-2, -0x1.9dc1da994fd21p-59};
template <> inline constexpr double log10_2_rest<double> = 0x1.22f04d5a618a8p-114;
template <> inline constexpr pair<float> log10_2<float> = {0x1.3441360000000p-2f, -0x1.ec10c00000000p-27f};
template <> inline constexpr float log10_2_rest<float> = -0x1.0cee0e0000000p-54f;
template <> inline constexpr pair<double> log2_10<double> = {0x1.a934f0979a371p+1, 0x1.7f2495fb7fa6dp-53};
template <> inline constexpr double log2_10_rest<double> = 0x1.fb699b2d8abfcp-107;
template <> inline constexpr pair<float> log2_10<float> = {0x1.a934f00000000p+1f, 0x1.2f346e0000000p-24f};
template <> inline constexpr float log2_10_rest<float> = 0x1.5fc9260000000p-51f;
template <> inline constexpr pair<double> half_pi<double> = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
template <> inline constexpr double half_pi_rest<double> = -0x1.f1976b7ed8fbcp-110;
template <> inline constexpr pair<float> half_pi<float> = {0x1.921fb60000000p+0f, -0x1.777a5c0000000p-25f};
template <> inline constexpr float half_pi_rest<float> = -0x1.ee59da0000000p-50f;
template <> inline constexpr pair<double> quarter_pi<double> = {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55};
template <> inline constexpr double quarter_pi_rest<double> = -0x1.f1976b7ed8fbcp-111;
template <> inline constexpr pair<float> quarter_pi<float> = {0x1.921fb60000000p-1f, -0x1.777a5c0000000p-26f};
template <> inline constexpr float quarter_pi_rest<float> = -0x1.ee59da0000000p-51f;
template <> inline constexpr pair<double> pi<double> = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};
template <> inline constexpr double pi_rest<double> = -0x1.f1976b7ed8fbcp-109;
template <> inline constexpr pair<float> pi<float> = {0x1.921fb60000000p+1f, -0x1.777a5c0000000p-24f};
template <> inline constexpr float pi_rest<float> = -0x1.ee59da0000000p-49f;
template <> inline constexpr pair<double> two_over_pi<double> = {0x1.45f306dc9c883p-1, -0x1.6b01ec5417056p-55};
template <> inline constexpr double two_over_pi_rest<double> = -0x1.6447e493ad4cep-109;
template <> inline constexpr pair<float> two_over_pi<float> = {0x1.45f3060000000p-1f, 0x1.b939100000000p-26f};
template <> inline constexpr float two_over_pi_rest<float> = 0x1.529fc20000000p-52f;
template <> inline constexpr pair<double> two_over_sqrt_pi<double> = {0x1.20dd750429b6dp+0, 0x1.1ae3a914fed80p-56};
template <> inline constexpr double two_over_sqrt_pi_rest<double> = -0x1.3cbbebf65f145p-111;
template <> inline constexpr pair<float> two_over_sqrt_pi<float> = {0x1.20dd760000000p+0f, -0x1.f7ac920000000p-25f};
template <> inline constexpr float two_over_sqrt_pi_rest<float> = -0x1.7728e20000000p-51f;
template <> inline constexpr pair<double> half_log_two_pi<double> = {0x1.d67f1c864beb5p-1, -0x1.65b5a1b7ff5dfp-55};
template <> inline constexpr double half_log_two_pi_rest<double> = -0x1.b7f70c13dc1ccp-110;
template <> inline constexpr pair<float> half_log_two_pi<float> = {0x1.d67f1c0000000p-1f, 0x1.0c97d60000000p-26f};
template <> inline constexpr float half_log_two_pi_rest<float> = 0x1.29a4a60000000p-51f;
template <> inline constexpr pair<double> two_thirds<double> = {0x1.5555555555555p-1, 0x1.5555555555555p-55};
template <> inline constexpr double two_thirds_rest<double> = 0x1.5555555555555p-109;
template <> inline constexpr pair<float> two_thirds<float> = {0x1.5555560000000p-1f, -0x1.5555560000000p-26f};
template <> inline constexpr float two_thirds_rest<float> = 0x1.5555560000000p-51f;
inline constexpr double erfc_centre = 0x1.0000000000000p+2;

/// The bits of 2/pi behind the binary point, 64 a word; words of zero before them.
inline constexpr unsigned long two_over_pi_words[] = {0x0u, 0xa2f9836e4e441529u, 0xfc2757d1f534ddc0u, 0xdb6295993c439041u, 0xfe5163abdebbc561u, 0xb7246e3a424dd2e0u, 0x6492eea09d1921cu, 0xfe1deb1cb129a73eu, 0xe88235f52ebb4484u, 0xe99c7026b45f7e41u, 0x3991d639835339f4u, 0x9c845f8bbdf9283bu, 0x1ff897ffde05980fu, 0xef2f118b5a0a6d1fu, 0x6d367ecf27cb09b7u, 0x4f463f669e5fea2du, 0x7527bac7ebe5f17bu, 0x3d0739f78a5292eau, 0x6bfb5fb11f8d5d08u, 0x56033046fc7b6babu, 0xf0cfbc209af4361du, 0xa9e391615ee61b08u, 0x6599855f14a06840u};

template <> inline constexpr double exp_tail<double>[] = {0x1.1f75aba0b1e2ep-29, 0x1.af52906239de4p-26, 0x1.27e4da1a3bf04p-22, 0x1.71ddffef9e7b1p-19, 0x1.a01a01a741b3cp-16, 0x1.a01a01aca0134p-13, 0x1.6c16c16c16212p-10, 0x1.111111110ff87p-7, 0x1.5555555555556p-5, 0x1.5555555555557p-3, 0x1.0000000000000p-1};
template <> inline constexpr float exp_tail<float>[] = {0x1.a12a420000000p-13f, 0x1.6d49200000000p-10f, 0x1.1110e00000000p-7f, 0x1.5554e40000000p-5f, 0x1.5555560000000p-3f, 0x1.0000000000000p-1f};
template <> inline constexpr double exp2_tail<double>[] = {0x1.c4904e1e94586p-36, 0x1.e9d50e594c8e7p-32, 0x1.e4cf1c64949f7p-28, 0x1.b524fa5dd26a3p-24, 0x1.62c022402d57ap-20, 0x1.ffcbfc673a9fdp-17, 0x1.430912f86bf30p-13, 0x1.5d87fe78a5220p-10, 0x1.3b2ab6fba4e78p-7, 0x1.c6b08d704a0c2p-5, 0x1.ebfbdff82c58fp-3};
template <> inline constexpr float exp2_tail<float>[] = {0x1.008ac80000000p-16f, 0x1.44149a0000000p-13f, 0x1.5d87c00000000p-10f, 0x1.3b2a520000000p-7f, 0x1.c6b08e0000000p-5f, 0x1.ebfbe00000000p-3f};
template <> inline constexpr double sinh_tail<double>[] = {0x1.99f0806c2628dp-49, 0x1.ae777c36fd5b6p-41, 0x1.612467ccb2260p-33, 0x1.ae6456792a77fp-26, 0x1.71de3a556f96cp-19, 0x1.a01a01a01a001p-13, 0x1.1111111111111p-7, 0x1.5555555555555p-3};
template <> inline constexpr float sinh_tail<float>[] = {0x1.78a70e0000000p-19f, 0x1.a009000000000p-13f, 0x1.11111e0000000p-7f, 0x1.5555560000000p-3f};
template <> inline constexpr double tanh_tail<double>[] = {0x1.08378067f032ap-17, -0x1.1adede7706052p-15, 0x1.8c93b7d5aba25p-14, -0x1.f41d11ba745a0p-13, 0x1.3547bfaa42508p-11, -0x1.7da25da5066b5p-10, 0x1.d6d3c60009e9cp-9, -0x1.226e3539b9272p-7, 0x1.664f48822e9a5p-6, -0x1.ba1ba1ba1a732p-5, 0x1.1111111111109p-3, -0x1.5555555555555p-2};
template <> inline constexpr float tanh_tail<float>[] = {0x1.4b239a0000000p-9f, -0x1.1764100000000p-7f, 0x1.6579360000000p-6f, -0x1.ba142e0000000p-5f, 0x1.1111040000000p-3f, -0x1.5555560000000p-2f};
template <> inline constexpr double log_tail<double>[] = {0x1.089b2b8396334p-3, 0x1.1015df21fef0fp-3, 0x1.3b18cea014f09p-3, 0x1.745d09a3fd596p-3, 0x1.c71c71d86031fp-3, 0x1.249249248e311p-2, 0x1.999999999999fp-2};
template <> inline constexpr float log_tail<float>[] = {0x1.d81f560000000p-3f, 0x1.2479ec0000000p-2f, 0x1.9999a40000000p-2f};
template <> inline constexpr double sin_tail<double>[] = {-0x1.ab161757f0c63p-41, 0x1.61217c1864fa1p-33, -0x1.ae64540f0ba18p-26, 0x1.71de3a545e700p-19, -0x1.a01a01a019926p-13, 0x1.1111111111110p-7, -0x1.5555555555555p-3};
template <> inline constexpr float sin_tail<float>[] = {0x1.6dbbee0000000p-19f, -0x1.a013a20000000p-13f, 0x1.11110e0000000p-7f, -0x1.5555560000000p-3f};
template <> inline constexpr double cos_tail<double>[] = {0x1.ab76cf6e9b365p-45, -0x1.9394b76d1f265p-37, 0x1.1eed8de9ef73ep-29, -0x1.27e4fb7711e1dp-22, 0x1.a01a01a019d02p-16, -0x1.6c16c16c16c16p-10, 0x1.5555555555555p-5};
template <> inline constexpr float cos_tail<float>[] = {-0x1.2522e60000000p-22f, 0x1.a015c00000000p-16f, -0x1.6c16c00000000p-10f, 0x1.5555560000000p-5f};
template <> inline constexpr double atan_tail<double>[] = {0x1.0aa87c56e3eb5p-6, -0x1.1b2058fb5da30p-5, 0x1.74d64aa665b0ap-5, -0x1.ac78ec6b8cb98p-5, 0x1.e199da4156fd9p-5, -0x1.110e858a72e28p-4, 0x1.3b1392b641b06p-4, -0x1.745d165cb83aap-4, 0x1.c71c71c2fe5d9p-4, -0x1.249249248d768p-3, 0x1.9999999999953p-3, -0x1.5555555555555p-2};
template <> inline constexpr float atan_tail<float>[] = {-0x1.08351c0000000p-4f, 0x1.b80b480000000p-4f, -0x1.241ffa0000000p-3f, 0x1.9997300000000p-3f, -0x1.5555540000000p-2f};
template <> inline constexpr double asin_tail<double>[] = {0x1.d78189767524ep-6, -0x1.e7a24f548c99fp-7, 0x1.1d661531b222ep-6, 0x1.653a8f8cfd43cp-8, 0x1.524ea8b3aad31p-7, 0x1.78246f32d075cp-7, 0x1.c9cf3759fd8ffp-7, 0x1.1c4d343fa57f6p-6, 0x1.6e8bb1d89492bp-6, 0x1.f1c71c1d4aa0dp-6, 0x1.6db6db6e3292ep-5, 0x1.3333333332ec4p-4, 0x1.5555555555556p-3};
template <> inline constexpr float asin_tail<float>[] = {0x1.14138c0000000p-5f, 0x1.18e1f60000000p-6f, 0x1.fd921a0000000p-6f, 0x1.6d5b8e0000000p-5f, 0x1.3334320000000p-4f, 0x1.5555540000000p-3f};
template <> inline constexpr double erf_tail<double>[] = {-0x1.0ae8a79c4cc9dp-30, 0x1.f1694bbe2d8bdp-27, -0x1.5eedc468b99edp-23, 0x1.b9df01b06bad1p-20, -0x1.f4d211d4fc478p-17, 0x1.f9a3252fa5ebfp-14, -0x1.c02db3f95ff69p-11, 0x1.565bcd0e5ae35p-8, -0x1.b82ce31288918p-6, 0x1.ce2f21a042be0p-4, -0x1.812746b0379e7p-2};
template <> inline constexpr float erf_tail<float>[] = {0x1.9b4c280000000p-14f, -0x1.b8fe320000000p-11f, 0x1.5619ea0000000p-8f, -0x1.b82abc0000000p-6f, 0x1.ce2f1c0000000p-4f, -0x1.8127460000000p-2f};
template <> inline constexpr double erfcx_scaled<double>[] = {0x1.aa8b192407618p-30, 0x1.4d92063818017p-29, -0x1.fc63dbb7eb7a9p-27, -0x1.53f790b9859b8p-26, 0x1.db5ed3f356d1fp-24, 0x1.4b9faa4340fedp-24, -0x1.bb410c35d4322p-21, 0x1.39513662d0563p-22, 0x1.7f2b4608a5830p-18, -0x1.78842dafdbf18p-17, -0x1.9959766910369p-16, 0x1.3be03c979b865p-13, -0x1.a1df24180d8d2p-13, -0x1.8d4a99ef54e2ap-11, 0x1.49c67284a2af6p-8, -0x1.09623884ff954p-6, 0x1.3079edf68717cp-5, -0x1.0fb06dfe49bffp-4, 0x1.7fee004e1237ep-4, -0x1.9ddb23c3e9081p-4, 0x1.16ecefcfa53a0p-4, 0x1.f7f5df66fd7b1p-7, -0x1.1df1ad154a28ep-3, 0x1.3ba5916e9fd7fp+0};
template <> inline constexpr float erfcx_scaled<float>[] = {-0x1.10cb380000000p-12f, -0x1.0f0a780000000p-11f, 0x1.4dbbda0000000p-8f, -0x1.0be2e20000000p-6f, 0x1.30411e0000000p-5f, -0x1.0f80d00000000p-4f, 0x1.7ff3e60000000p-4f, -0x1.9de1980000000p-4f, 0x1.16ec6e0000000p-4f, 0x1.f7f8720000000p-7f, -0x1.1df1ac0000000p-3f, 0x1.3ba5920000000p+0f};
template <> inline constexpr double gamma_rest<double>[] = {-0x1.3190683164eaap-32, 0x1.568624ac6c306p-30, 0x1.0c347bca3e95ep-26, -0x1.b4d2d9cb7471cp-23, 0x1.fb7b4321004edp-21, -0x1.564097391a2a0p-22, -0x1.5701fead4aa6fp-16, 0x1.c34fe03109bb4p-14, -0x1.c3787286afa59p-14, -0x1.4da8a122f886cp-10, 0x1.85af9d38a3327p-8, -0x1.e1cc8fb92148dp-9, -0x1.77cbd937a2f4ap-5, 0x1.ee3e777ab5858p-4, 0x1.423382fda20a8p-4, -0x1.2788cfc6fb619p-1};
template <> inline constexpr float gamma_rest<float>[] = {0x1.29b53e0000000p-13f, -0x1.a03bd00000000p-10f, 0x1.94d3ba0000000p-8f, -0x1.eecb8e0000000p-9f, -0x1.7799ce0000000p-5f, 0x1.ee3b720000000p-4f, 0x1.4233a80000000p-4f, -0x1.2788d00000000p-1f};
template <> inline constexpr double stirling_rest<double>[] = {-0x1.80d9b6a8f212ep-6, 0x1.9e027768ce529p-8, -0x1.f677b5e4719e7p-10, 0x1.b9516963cb8cfp-11, -0x1.381380e9c5b5ep-11, 0x1.a01a01a00116ep-11, -0x1.6c16c16c16c0bp-9, 0x1.5555555555555p-4};
template <> inline constexpr float stirling_rest<float>[] = {0x1.9b7e460000000p-11f, -0x1.6c15a80000000p-9f, 0x1.5555560000000p-4f};
template <> inline constexpr double j0_small<double>[] = {-0x1.5c39bc2cf040ep-73, 0x1.55c17d15234eap-64, -0x1.0b308726438c4p-55, 0x1.522a41bc0be53p-47, -0x1.522a43f190d67p-39, 0x1.02e85c08922b4p-31, -0x1.23456789abc2cp-24, 0x1.c71c71c71c71bp-18, -0x1.c71c71c71c71cp-12, 0x1.0000000000000p-6, -0x1.0000000000000p-2};
template <> inline constexpr float j0_small<float>[] = {0x1.e706260000000p-32f, -0x1.22bc280000000p-24f, 0x1.c718040000000p-18f, -0x1.c71c620000000p-12f, 0x1.0000000000000p-6f, -0x1.0000000000000p-2f};
template <> inline constexpr double j1_small<double>[] = {-0x1.d02cd8e6f774bp-78, 0x1.f1178f4fa97b6p-69, -0x1.ab80ccb97a525p-60, 0x1.2c9756b977dcbp-51, -0x1.522a43f0f40a4p-43, 0x1.27e4fb7780e80p-35, -0x1.845c8a0ce4fe8p-28, 0x1.6c16c16c16c15p-21, -0x1.c71c71c71c71cp-15, 0x1.5555555555555p-9, -0x1.0000000000000p-4, 0x1.0000000000000p-1};
template <> inline constexpr float j1_small<float>[] = {0x1.15efd40000000p-35f, -0x1.8398ea0000000p-28f, 0x1.6c129c0000000p-21f, -0x1.c71c5a0000000p-15f, 0x1.5555560000000p-9f, -0x1.0000000000000p-4f, 0x1.0000000000000p-1f};
template <> inline constexpr double y0_small<double>[] = {0x1.59fd8a1e65a80p-72, -0x1.4b2bdcfc0fd66p-63, 0x1.f4eb70dacdb08p-55, -0x1.31085a1e91e48p-46, 0x1.2393d8237e636p-38, -0x1.a6ee796b690d8p-31, 0x1.bce4a600d3a7ap-24, -0x1.3e99794203bb7p-17, 0x1.1a6206b7b973dp-11, -0x1.075b1bbf41364p-6, 0x1.6bbcb41034286p-3, -0x1.2e4d699cbd01fp-4};
template <> inline constexpr float y0_small<float>[] = {-0x1.881fe20000000p-31f, 0x1.bb95a00000000p-24f, -0x1.3e92600000000p-17f, 0x1.1a61e00000000p-11f, -0x1.075b1a0000000p-6f, 0x1.6bbcb40000000p-3f, -0x1.2e4d6a0000000p-4f};
template <> inline constexpr double y1_small<double>[] = {0x1.d505344974a6bp-77, -0x1.e8f70f472a4fep-68, 0x1.978a80354d31cp-59, -0x1.1474abb3d3eb7p-50, 0x1.2a4e1ae4b36ffp-42, -0x1.f0ce34d1f3a71p-35, 0x1.32e5a4ddee8e3p-27, -0x1.0a780ac776eaap-20, 0x1.2c7dbffcde97dp-14, -0x1.835b97894be5bp-9, 0x1.bd3975c75b4a7p-5, -0x1.91866143cbc8ap-3};
template <> inline constexpr float y1_small<float>[] = {-0x1.d129ca0000000p-35f, 0x1.32395c0000000p-27f, -0x1.0a74640000000p-20f, 0x1.2c7dac0000000p-14f, -0x1.835b980000000p-9f, 0x1.bd39760000000p-5f, -0x1.9186620000000p-3f};
template <> inline constexpr double j0_at_3<double>[] = {0x1.3b9b93da91106p-45, 0x1.40a6982fd0afep-39, -0x1.2752944bef4dep-37, -0x1.ef9c2e1f3dde5p-32, 0x1.9e5a73e365671p-30, 0x1.14444b215de76p-24, -0x1.a6b88ca6802ecp-23, -0x1.a96b885886a95p-18, 0x1.273159767cc87p-16, 0x1.9ea7be82f6303p-12, -0x1.01d105d5d69dbp-10, -0x1.ba7379276c45ep-7, 0x1.e367eaf0f26cep-6, 0x1.7e067bc94e12bp-3, -0x1.5b324589238d0p-2, -0x1.0a4b0f4642392p-2};
template <> inline constexpr float j0_at_3<float>[] = {-0x1.9fcf1a0000000p-18f, 0x1.1fd8ce0000000p-16f, 0x1.9e8b020000000p-12f, -0x1.01bb100000000p-10f, -0x1.ba733a0000000p-7f, 0x1.e3678a0000000p-6f, 0x1.7e067c0000000p-3f, -0x1.5b32460000000p-2f, -0x1.0a4b100000000p-2f};
template <> inline constexpr double y0_at_3<double>[] = {-0x1.99874824b944cp-43, 0x1.3f917cb585cf5p-41, -0x1.67331d9282f67p-41, 0x1.1aeb051f9e88ap-39, -0x1.4d568ca87d59cp-37, 0x1.069ba5909e310p-35, -0x1.88eb894cfdc7fp-34, 0x1.37672dc52a58cp-32, -0x1.f1e2bb5c6a6bap-31, 0x1.8d1bb51ba94b6p-29, -0x1.3dc8a6f896990p-27, 0x1.fe51dd210194cp-26, -0x1.9c20c152f2224p-24, 0x1.550861164feb8p-22, -0x1.16666b3545967p-20, 0x1.6790344c0afbfp-19, -0x1.3291e2713151ep-17, 0x1.7b51c4df6cccep-14, -0x1.161ce77e217a8p-12, -0x1.135aa20c94c13p-9, 0x1.240000575906ap-8, 0x1.0224f7ebcb4fap-4, -0x1.13127c21922b4p-3, -0x1.4c7773d150462p-2, 0x1.81e4f8120242ap-2};
template <> inline constexpr float y0_at_3<float>[] = {-0x1.6b17dc0000000p-20f, 0x1.f3067c0000000p-19f, -0x1.27630c0000000p-17f, 0x1.76b8e00000000p-14f, -0x1.16450a0000000p-12f, -0x1.134a240000000p-9f, 0x1.2400740000000p-8f, 0x1.0224e00000000p-4f, -0x1.13127c0000000p-3f, -0x1.4c77740000000p-2f, 0x1.81e4f80000000p-2f};
template <> inline constexpr double j0_at_5<double>[] = {-0x1.4dc7a0be20afep-43, -0x1.4b77150340d3dp-42, 0x1.287b40d04a37ap-35, 0x1.a638b37548f95p-35, -0x1.853d96764e824p-28, -0x1.4fbe6a648637bp-28, 0x1.6c0ec51548234p-21, 0x1.ca1f717ad9278p-23, -0x1.c343e732ff702p-15, 0x1.77e24a9b8d7f0p-17, 0x1.4a5447fb7b023p-9, -0x1.bf94d78f6ed18p-10, -0x1.cbf85845f4ac5p-5, 0x1.cb156341bdc30p-5, 0x1.4f70e7cb3a99dp-2, -0x1.6bb7db255cb89p-3};
template <> inline constexpr float j0_at_5<float>[] = {0x1.b2dc6e0000000p-23f, -0x1.b6a0220000000p-15f, 0x1.7827c00000000p-17f, 0x1.4a2e840000000p-9f, -0x1.bf94fe0000000p-10f, -0x1.cbf7b00000000p-5f, 0x1.cb15640000000p-5f, 0x1.4f70e60000000p-2f, -0x1.6bb7dc0000000p-3f};
template <> inline constexpr double y0_at_5<double>[] = {-0x1.44728f518f106p-61, 0x1.a5fb3952d26e3p-59, -0x1.a6efeeccfb410p-57, 0x1.142f975e1c268p-54, -0x1.7455512689783p-52, 0x1.e7d6aaecab1a8p-50, -0x1.3ede915718f45p-47, 0x1.a5d95004acc41p-45, -0x1.20298ff50050ap-42, 0x1.69def3e08efc4p-40, -0x1.442a8eba85ecdp-38, 0x1.67b894e21f21dp-35, -0x1.66267291f1008p-31, 0x1.27d127314060dp-31, 0x1.fcb890e8e102fp-25, 0x1.27451d6da0c5fp-24, -0x1.b85df253f1b74p-18, 0x1.3d4b2792111e6p-21, 0x1.9b51235ae1d33p-12, -0x1.40b0bbc144830p-13, -0x1.b9be97b4fbfb7p-7, 0x1.95f1aa26681e9p-7, 0x1.5a3454dedb22bp-3, -0x1.2ed2df29314fbp-3, -0x1.3bec0b5abc9abp-2};
template <> inline constexpr float y0_at_5<float>[] = {0x1.ed201e0000000p-25f, 0x1.2e82b20000000p-24f, -0x1.b83e9e0000000p-18f, 0x1.3c5a280000000p-21f, 0x1.9b50ec0000000p-12f, -0x1.40b0500000000p-13f, -0x1.b9be980000000p-7f, 0x1.95f1aa0000000p-7f, 0x1.5a34540000000p-3f, -0x1.2ed2e00000000p-3f, -0x1.3bec0c0000000p-2f};
template <> inline constexpr double j0_at_7<double>[] = {0x1.43459f2ef75cdp-44, -0x1.17930ea2ba28ep-39, -0x1.0fbffa1fd3418p-36, 0x1.b3f43c506c8f2p-32, 0x1.4a9ced9600a67p-29, -0x1.ea3d6989c96e4p-25, -0x1.1500cb1b2be37p-22, 0x1.7be2e0d77bb15p-18, 0x1.2101a5ee5cf4cp-16, -0x1.71fd3588e43e8p-12, -0x1.36fb1b8e86cc3p-11, 0x1.8256c6008f04dp-7, 0x1.a32d40bb7272bp-8, -0x1.33f759179e666p-3, 0x1.32e4bdb5a9680p-8, 0x1.3347faf45b2a3p-2};
template <> inline constexpr float j0_at_7<float>[] = {0x1.735ba40000000p-18f, 0x1.1767360000000p-16f, -0x1.71e3b60000000p-12f, -0x1.36c1be0000000p-11f, 0x1.82568e0000000p-7f, 0x1.a32b440000000p-8f, -0x1.33f7580000000p-3f, 0x1.32e4e40000000p-8f, 0x1.3347fa0000000p-2f};
template <> inline constexpr double y0_at_7<double>[] = {-0x1.68113b2775b91p-73, 0x1.46115ff04e829p-70, -0x1.0a093c87f6bb9p-67, 0x1.fa0a10dc142adp-65, -0x1.8d1150cd7df60p-62, 0x1.bb0d18e4181e9p-60, -0x1.3e7eda72f55aep-55, 0x1.56ad4d950fbb3p-51, 0x1.eefd4531679d6p-49, -0x1.126ec126687f8p-43, -0x1.45f2ebbab948cp-40, 0x1.05bf02faeae08p-35, 0x1.b303b21a78bc9p-33, -0x1.535d5253204c5p-28, -0x1.c5c23ca786a42p-26, 0x1.41ee9fa9c13f4p-21, 0x1.2d7d80c8d29a8p-19, -0x1.8fc36a422c0cbp-15, -0x1.d76aa25673f1cp-14, 0x1.25c6e590b2777p-9, 0x1.36515fcc5b861p-9, -0x1.916fa40609572p-5, -0x1.1b40f150cee4fp-7, 0x1.35ee66725bb42p-2, -0x1.a9291d6b706dbp-6};
template <> inline constexpr float y0_at_7<float>[] = {-0x1.bc82100000000p-26f, 0x1.3ab7b00000000p-21f, 0x1.2d6b100000000p-19f, -0x1.8fa6a80000000p-15f, -0x1.d76a620000000p-14f, 0x1.25c6b40000000p-9f, 0x1.3651600000000p-9f, -0x1.916fa40000000p-5f, -0x1.1b40f20000000p-7f, 0x1.35ee660000000p-2f, -0x1.a9291e0000000p-6f};
template <> inline constexpr double j0_p<double>[] = {0x1.22b44c20d0316p+39, -0x1.13ad48ecc8f38p+36, 0x1.ed51b593c205cp+31, -0x1.1d9db2333be9ep+27, 0x1.fe16d5457b051p+21, -0x1.9f8175e09f1e0p+16, 0x1.74be8a2fde700p+11, -0x1.b75a457f865c8p+6, 0x1.84b6e1ac85bdep+2, -0x1.251ed77e459fdp-1, 0x1.cb5fffe8ced26p-4, -0x1.1ffffffffe5fbp-4, 0x1.0000000000000p+0};
template <> inline constexpr float j0_p<float>[] = {0x1.becedc0000000p+1f, -0x1.15ecac0000000p-1f, 0x1.cabf180000000p-4f, -0x1.1fffb20000000p-4f, 0x1.0000000000000p+0f};
template <> inline constexpr double j0_q<double>[] = {-0x1.28620b17b9cccp+42, 0x1.15e8ffa1561d5p+39, -0x1.e8aae3a2cdcbep+34, 0x1.12e9806e38a74p+30, -0x1.d39db8567c07ap+24, 0x1.5ef5a80c8308ap+19, -0x1.155e2692aee0ep+14, 0x1.12de5741fb7adp+9, -0x1.8608d6e0123ddp+4, 0x1.ba4c1087d2f4fp+0, -0x1.d11dff99bdda2p-3, 0x1.2bfffffff1ae2p-4, -0x1.ffffffffffffdp-4};
template <> inline constexpr float j0_q<float>[] = {-0x1.8e03d00000000p+3f, 0x1.9843560000000p+0f, -0x1.cfba9c0000000p-3f, 0x1.2bfeaa0000000p-4f, -0x1.0000000000000p-3f};
template <> inline constexpr double j1_at_3<double>[] = {0x1.42a5562b94c4fp-43, -0x1.275b9d852eec1p-41, -0x1.1cfb27dbacd28p-35, 0x1.dfe2c862c8c46p-34, 0x1.73c16d239293ep-28, -0x1.1cde2b58be0d8p-26, -0x1.59556f3fcf094p-21, 0x1.db8f9e307f072p-20, 0x1.a96b887288fc1p-15, -0x1.024b2e47a64d1p-13, -0x1.36fdcee24c81cp-9, 0x1.4245474b4c3cep-8, 0x1.ba7379276c606p-5, -0x1.6a8df034b5d1ap-4, -0x1.7e067bc94e12cp-2, 0x1.5b324589238d0p-2};
template <> inline constexpr float j1_at_3<float>[] = {0x1.d1a4f60000000p-20f, 0x1.9d6e720000000p-15f, -0x1.023c5a0000000p-13f, -0x1.36d9fc0000000p-9f, 0x1.4245260000000p-8f, 0x1.ba72da0000000p-5f, -0x1.6a8df00000000p-4f, -0x1.7e067a0000000p-2f, 0x1.5b32460000000p-2f};
template <> inline constexpr double y1_at_3<double>[] = {-0x1.b1a82558b93f0p-40, 0x1.450ac8c8872f0p-38, -0x1.28db37bb2c2e6p-38, 0x1.bcbf50795374ep-37, -0x1.1b01d493abf55p-34, 0x1.a7fe5af71b2d2p-33, -0x1.2661e5d11d13dp-31, 0x1.b8cb8398f1d47p-30, -0x1.4cd90244cdb12p-28, 0x1.f20468282ec53p-27, -0x1.74240d9e1eb7cp-25, 0x1.160e68e2dd934p-23, -0x1.9ea466288d353p-22, 0x1.35189e61acd2bp-20, -0x1.d4eb75c43a1bdp-19, 0x1.5c00059fceffap-17, -0x1.94823b286a6c5p-16, 0x1.3291e272ecafap-14, -0x1.4be78c433f194p-11, 0x1.a12b5b3d3011ap-10, 0x1.58314a8fb9be8p-7, -0x1.2400005759057p-6, -0x1.833773e1b0f77p-3, 0x1.13127c21922b4p-2, 0x1.4c7773d150462p-2};
template <> inline constexpr float y1_at_3<float>[] = {-0x1.4251440000000p-18f, 0x1.df0cd00000000p-17f, -0x1.7d1a460000000p-16f, 0x1.211c700000000p-14f, -0x1.4c3be40000000p-11f, 0x1.a1a9300000000p-10f, 0x1.5832400000000p-7f, -0x1.24016e0000000p-6f, -0x1.8337740000000p-3f, 0x1.13127e0000000p-2f, 0x1.4c77740000000p-2f};
template <> inline constexpr double j1_at_5<double>[] = {-0x1.7bf4d6bbde5c0p-46, 0x1.3856f45155544p-39, 0x1.273a34b4601d6p-38, -0x1.e1c485fdd85acp-32, -0x1.3cb9002373b63p-31, 0x1.0b9a52aa92253p-24, 0x1.a3ae2dd2e7006p-25, -0x1.99909dac00047p-18, -0x1.ca1f71f55ef5ap-20, 0x1.8adb6a4c904eep-12, -0x1.19e9b7f44c89ap-14, -0x1.9ce959fa59b08p-7, 0x1.bf94d78f6eb25p-8, 0x1.58fa423477813p-3, -0x1.cb156341bdc2fp-4, -0x1.4f70e7cb3a99dp-2};
template <> inline constexpr float j1_at_5<float>[] = {-0x1.90416e0000000p-18f, -0x1.ad21980000000p-20f, 0x1.8abf940000000p-12f, -0x1.1a40360000000p-14f, -0x1.9ce91c0000000p-7f, 0x1.bf95380000000p-8f, 0x1.58fa420000000p-3f, -0x1.cb15640000000p-4f, -0x1.4f70e80000000p-2f};
template <> inline constexpr double y1_at_5<double>[] = {-0x1.8dce3a0842dfbp-59, 0x1.f058f1b42d927p-57, -0x1.cfc12fec21c94p-55, 0x1.211b62a8df4bbp-52, -0x1.75b12cfdcb166p-50, 0x1.d1aa16bb2481bp-48, -0x1.2126a35de7657p-45, 0x1.66b7b30f9d737p-43, -0x1.c03e3816cfeb9p-41, 0x1.2029a23bc03fdp-38, -0x1.5340e184f6616p-36, 0x1.1ba53c41b5906p-34, -0x1.2445f967b2a28p-31, 0x1.0c9cd5ede94e6p-27, -0x1.96bf95e00f775p-28, -0x1.3df35a918d0d8p-21, -0x1.4c2dc11b56143p-21, 0x1.b85df253f1b78p-15, -0x1.15a1c29fcef6dp-18, -0x1.347cda84295e6p-9, 0x1.90dceab195a3cp-11, 0x1.b9be97b4fbfb7p-5, -0x1.30753f9cce16fp-5, -0x1.5a3454dedb22bp-2, 0x1.2ed2df29314fbp-3};
template <> inline constexpr float y1_at_5<float>[] = {-0x1.00fee60000000p-27f, -0x1.3239e20000000p-21f, -0x1.4b52ca0000000p-21f, 0x1.b82ece0000000p-15f, -0x1.15adda0000000p-18f, -0x1.347c880000000p-9f, 0x1.90dcf00000000p-11f, 0x1.b9be960000000p-5f, -0x1.3075400000000p-5f, -0x1.5a34540000000p-2f, 0x1.2ed2e00000000p-3f};
template <> inline constexpr double j1_at_7<double>[] = {-0x1.16e87cc345fd4p-43, -0x1.2e7b7e4d45474p-40, 0x1.f0e1ebf078f02p-36, 0x1.b99428d8e51b5p-33, -0x1.4701cd3bd3205p-28, -0x1.c697bd06a2d3fp-26, 0x1.326670f2942e9p-21, 0x1.37a0e4727f9e1p-19, -0x1.7be2e0edf7644p-15, -0x1.f9c2e26103f2dp-14, 0x1.157de826bc5b1p-9, 0x1.84b9e272285a5p-9, -0x1.8256c6008f1bbp-5, -0x1.3a61f08c95d5cp-6, 0x1.33f759179e667p-2, -0x1.32e4bdb5a9680p-8};
template <> inline constexpr float j1_at_7<float>[] = {0x1.2fba5a0000000p-19f, -0x1.713f820000000p-15f, -0x1.f993a60000000p-14f, 0x1.155e1e0000000p-9f, 0x1.84b97a0000000p-9f, -0x1.8256380000000p-5f, -0x1.3a61f00000000p-6f, 0x1.33f7580000000p-2f, -0x1.32e4be0000000p-8f};
template <> inline constexpr double y1_at_7<double>[] = {-0x1.393b2f21e724dp-71, 0x1.10c2d69dfddfep-68, -0x1.9c765aceeae5ap-66, 0x1.6d5575a563976p-63, -0x1.4e4b65a03bd7bp-60, 0x1.f05e88de74fe3p-58, -0x1.06f6625d67ba3p-55, 0x1.664e9da19b09cp-51, -0x1.6c18398b26aaep-47, -0x1.eefd44df6844ap-45, 0x1.0147d521dde11p-39, 0x1.1d348e434b795p-36, -0x1.a95664d7c8bb0p-32, -0x1.4642c593da7d1p-29, 0x1.d2a051324c6ebp-25, 0x1.1b9965e8b4269p-22, -0x1.6a2c739ef9673p-18, -0x1.2d7d80c8d29a8p-16, 0x1.5dcafcf9e68b2p-12, 0x1.618ff9c0d6f55p-11, -0x1.6f389ef4df155p-7, -0x1.36515fcc5b861p-7, 0x1.2d13bb0487016p-3, 0x1.1b40f150cee4fp-6, -0x1.35ee66725bb42p-2};
template <> inline constexpr float y1_at_7<float>[] = {0x1.c990280000000p-25f, 0x1.14ac4e0000000p-22f, -0x1.6a1a600000000p-18f, -0x1.2d61e80000000p-16f, 0x1.5dcade0000000p-12f, 0x1.618f9a0000000p-11f, -0x1.6f389e0000000p-7f, -0x1.36515e0000000p-7f, 0x1.2d13bc0000000p-3f, 0x1.1b40f20000000p-6f, -0x1.35ee660000000p-2f};
template <> inline constexpr double j1_p<double>[] = {-0x1.34b5237c76148p+39, 0x1.24f56427a91cbp+36, -0x1.066be6e626b36p+32, 0x1.3074e873ea25dp+27, -0x1.10cee152b48afp+22, 0x1.bf32407aeede0p+16, -0x1.955f98cefc9bcp+11, 0x1.e5a2972c2dbc8p+6, -0x1.b88b7980b86cfp+2, 0x1.5a6a468cdbcffp-1, -0x1.274ffff3bd687p-3, 0x1.dffffffffe47ep-4, 0x1.0000000000000p+0};
template <> inline constexpr float j1_p<float>[] = {-0x1.007c940000000p+2f, 0x1.49726e0000000p-1f, -0x1.26f60c0000000p-3f, 0x1.dfffaa0000000p-4f, 0x1.0000000000000p+0f};
template <> inline constexpr double j1_q<double>[] = {0x1.3a095187deeccp+42, -0x1.26a542d5e8ca1p+39, 0x1.034cc26d10254p+35, -0x1.243a04356ccf4p+30, 0x1.f27d88f5bf3fdp+24, -0x1.780a19ab1a6c9p+19, 0x1.2bc344983abe6p+14, -0x1.2d143b67f9bf6p+9, 0x1.b3eca103fbb00p+4, -0x1.fe57cb8339423p+0, 0x1.1c3cffca0c5fdp-2, -0x1.a3fffffff0e37p-4, 0x1.7ffffffffffffp-2};
template <> inline constexpr float j1_q<float>[] = {0x1.c278e00000000p+3f, -0x1.d8b2e00000000p+0f, 0x1.1b78340000000p-2f, -0x1.a3fe860000000p-4f, 0x1.8000000000000p-2f};

} // namespace gpuc_math
// clang-format on

#endif // GPUC_DEVICE_MATH_COEFFICIENTS_HPP
