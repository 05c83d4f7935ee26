"""Makes reference.json: ten made-up data sets and what scikit-learn says of them.

    python -m venv venv && venv/bin/pip install scikit-learn==1.9.1
    venv/bin/python make-reference.py > reference.json

Every data set is fitted twice: ten steps of EM from a given start (the same start for us), and the best of 50 starts
run until the mean log-likelihood grows by less than 1e-14.
"""

import json
import sys
import warnings

import numpy as np
from sklearn.mixture import GaussianMixture

warnings.filterwarnings("ignore")
KIND = {"full": "full", "tied": "tied", "diagonal": "diag", "spherical": "spherical"}


def blobs(seed, parts):
    rng = np.random.default_rng(seed)
    return np.vstack([rng.multivariate_normal(mean, cov, size) for mean, cov, size in parts])


def round_blob(mean, sd, size):
    return (mean, np.eye(len(mean)) * sd**2, size)


three = [round_blob([0, 0], 1, 30), round_blob([6, 1], 1, 40), round_blob([2, 7], 1, 30)]
SETS = [
    ("two round clouds", "full", 2, blobs(1, [round_blob([0, 0], 1, 40), round_blob([5, 5], 1, 40)])),
    ("three clouds, one shape", "tied", 3, blobs(2, three)),
    ("crossed ellipses", "full", 2, blobs(3, [([0, 0], [[4, 3.4], [3.4, 3.5]], 70), ([1, 0.5], [[2, -1.4], [-1.4, 1.5]], 50)])),
    ("boxes in three dimensions", "diagonal", 3, blobs(4, [([0, 0, 0], np.diag([1, 4, 0.2]), 40), ([6, 0, 2], np.diag([0.5, 0.5, 2]), 40), ([0, 9, 4], np.diag([2, 1, 1]), 30)])),
    ("four balls", "spherical", 4, blobs(5, [round_blob([0, 0, 0], 1, 30), round_blob([7, 0, 0], 0.5, 20), round_blob([0, 8, 0], 1.5, 40), round_blob([5, 6, 7], 0.8, 25)])),
    ("one dimension", "full", 2, blobs(6, [round_blob([-3], 1, 35), round_blob([2], 0.6, 45)])),
    ("a constant column", "diagonal", 2, np.hstack([blobs(7, [round_blob([0, 0], 1, 30), round_blob([6, 2], 1, 30)]), np.full((60, 1), 3.0)])),
    ("every sample three times", "full", 2, np.repeat(blobs(8, [round_blob([0, 0], 1, 15), round_blob([5, 4], 1, 15)]), 3, axis=0)),
    ("seventeen points", "spherical", 2, blobs(9, [round_blob([0.2, 0.3], 0.1, 9), round_blob([0.8, 0.6], 0.1, 8)])),
    ("far from the origin, uneven weights", "full", 3, blobs(10, [round_blob([100, 200, 5, -40], 1, 90), round_blob([106, 195, 8, -40], 1.5, 40), round_blob([100, 210, -3, -30], 1, 15)])),
]


def covariances_of(model, kind, k, d):
    c = model.covariances_
    if kind == "full":
        return c
    if kind == "tied":
        return np.array([c] * k)
    if kind == "diagonal":
        return np.array([np.diag(row) for row in c])
    return np.array([np.eye(d) * v for v in c])


def described(model, kind, k, data):
    order = np.lexsort(np.round(model.means_, 6).T[::-1])
    log_likelihood = model.score(data)
    return {
        "logLikelihood": log_likelihood,
        "bic": model.bic(data),
        "aic": model.aic(data),
        "components": [
            {
                "weight": model.weights_[i],
                "mean": model.means_[i].tolist(),
                "covariance": covariances_of(model, kind, k, data.shape[1])[i].tolist(),
            }
            for i in order
        ],
        "responsibilities": model.predict_proba(data)[:5][:, order].tolist(),
    }


def reference(name, kind, k, data):
    data = np.round(data, 3)
    d = data.shape[1]
    # A start that anyone can make: samples spread over the rows, equal weights, the variances of the whole.
    rows = [(2 * i + 1) * len(data) // (2 * k) for i in range(k)]
    variances = data.var(axis=0) + 1
    start = [{"weight": 1 / k, "mean": data[r].tolist(), "covariance": np.diag(variances).tolist()} for r in rows]
    if kind == "spherical":
        for one in start:
            one["covariance"] = (np.eye(d) * variances.mean()).tolist()
    precisions = {
        "full": np.array([np.diag(1 / variances)] * k),
        "tied": np.diag(1 / variances),
        "diagonal": np.array([1 / variances] * k),
        "spherical": np.array([1 / variances.mean()] * k),
    }[kind]
    ten = GaussianMixture(k, covariance_type=KIND[kind], tol=0, max_iter=10, weights_init=[1 / k] * k, means_init=data[rows], precisions_init=precisions).fit(data)
    best = GaussianMixture(k, covariance_type=KIND[kind], tol=1e-14, max_iter=20000, n_init=50, random_state=1).fit(data)
    return {
        "name": name,
        "kind": kind,
        "samples": data.tolist(),
        "start": start,
        "afterTen": described(ten, kind, k, data),
        "best": described(best, kind, k, data),
    }


json.dump([reference(*one) for one in SETS], sys.stdout)
print()
