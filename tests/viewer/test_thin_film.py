"""Thin films: their colours are those that interference gives, integrated over the spectrum."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.viewer.thin_film import Film, reflect_film

COLOR_ERROR = 0.02
"""Two terms of the series, and two fits to the sensitivity of the eye that differ by a percent."""

LOBES = {
    0: ((1.056, 599.8, 37.9, 31.0), (0.362, 442.0, 16.0, 26.7), (-0.065, 501.1, 20.4, 26.2)),
    1: ((0.821, 568.8, 46.9, 40.5), (0.286, 530.9, 16.3, 31.1)),
    2: ((1.217, 437.0, 11.8, 36.0), (0.681, 459.0, 26.0, 13.8)),
}
"""The sensitivity of the eye as Wyman, Sloan and Shirley 2013 fit it: height, centre, both widths."""

TO_RGB = np.array([[3.2406, -1.5372, -0.4986], [-0.9689, 1.8758, 0.0415], [0.0557, -0.2040, 1.0570]])
"""IEC 61966-2-1."""


def sensitivity(length):
    def lobe(height, centre, left, right):
        return height * np.exp(-0.5 * ((length - centre) / np.where(length < centre, left, right)) ** 2)

    return np.array([sum(lobe(*part) for part in LOBES[axis]) for axis in range(3)])


def spectral_color(film, below, thickness):
    """Head-on: the waves that both boundaries reflect, added with their phase (Airy), for each wavelength."""
    length = np.linspace(360.0, 830.0, 4701)
    first, second = (1 - film) / (1 + film), (film - below) / (film + below)
    turn = np.exp(4j * np.pi * film * thickness / length)
    reflected = np.abs((first + second * turn) / (1 + first * second * turn)) ** 2
    seen = sensitivity(length)
    # What does not interfere is grey, whatever the white of the eye and of the screen.
    grey = without_interference(film, below)
    return grey + TO_RGB @ ((seen * (reflected - grey)).sum(axis=1) / seen[1].sum())


def without_interference(film, below):
    """The sum of intensities: R12 + T12² R23 / (1 − R12 R23)."""
    first, second = ((film - 1) / (film + 1)) ** 2, ((film - below) / (film + below)) ** 2
    return first + (1 - first) ** 2 * second / (1 - first * second)


def one(value):
    return np.array([value], np.float32)


def film_color(film, below, thickness, facing=1.0):
    head_on = ((below - 1) / (below + 1)) ** 2
    return reflect_film(np.full((3, 1), head_on, np.float32), one(facing), one(film), one(thickness)).ravel()


@pytest.mark.parametrize("film", [1.33, 1.8])
@pytest.mark.parametrize("below", [1.5, 2.4])
@pytest.mark.parametrize("thickness", [120.0, 250.0, 400.0, 550.0])
def test_colors_are_those_of_interference(film, below, thickness):
    expected = np.maximum(spectral_color(film, below, thickness), 0)
    assert film_color(film, below, thickness) == pytest.approx(expected, abs=COLOR_ERROR)


def test_a_thick_film_reflects_without_interference():
    assert film_color(1.33, 2.4, 1e5) == pytest.approx([without_interference(1.33, 2.4)] * 3, abs=1e-6)


def test_beyond_the_critical_angle_everything_is_reflected():
    """A film that is thinner than air: sin of 90° / 0.5 is more than 1."""
    assert film_color(0.5, 1.5, 300.0, facing=0.1).tolist() == [1, 1, 1]


def test_the_fresnel_term_of_the_film_comes_back_at_the_angle_of_the_camera():
    """Head-on values with Schlick's term at the same angle give what the film reflects."""
    facing = np.array([0.3, 0.8], np.float32)
    plain = np.array([[0.5, 0.4]] * 3, np.float32)
    film = Film(np.ones(2, np.float32), plain, plain)
    head_on, _ = film.head_on(np.zeros((3, 2), np.float32), np.zeros((3, 2), np.float32), facing)
    assert head_on + (1 - head_on) * (1 - facing) ** 5 == pytest.approx(plain, abs=1e-6)
    half = Film(np.full(2, 0.5, np.float32), plain, plain)
    assert half.cover(np.zeros((3, 2), np.float32), np.zeros(2, np.float32)) == pytest.approx(plain / 2)
