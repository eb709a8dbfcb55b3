"""Wilson's interval: the confidence interval of a success rate, which holds for few runs and for rates near 0 or 1, too."""

from __future__ import annotations

__all__ = ["wilson_interval"]


def wilson_interval(successes: int, runs: int, confidence: float = 0.95) -> tuple[float, float]:
    """Return the ends of Wilson's interval for the rate `successes / runs`, 0 to 1.

    Parameters
    ----------
    successes, runs : whole numbers; at least one run, and no more successes than runs.
    confidence : the share of samples whose interval holds the true rate.

    References
    ----------
    E. B. Wilson, Probable Inference, the Law of Succession, and Statistical Inference, Journal of the American Statistical
    Association 22, 1927.

    Examples
    --------
    >>> low, high = wilson_interval(84, 100)
    >>> round(low, 3), round(high, 3)
    (0.756, 0.899)
    """
    from scipy.stats import binomtest

    ends = binomtest(successes, runs).proportion_ci(confidence, method="wilson")
    return float(ends.low), float(ends.high)
