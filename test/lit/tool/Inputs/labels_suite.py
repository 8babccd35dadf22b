# FILE: test/lit/tool/Inputs/labels_suite.py
# WHAT: the lit.cfg.py of a suite with labels and nothing else, for labels.test. LABELS_FOLDER holds labels.py.
import os
import sys

sys.path.insert(0, os.environ["LABELS_FOLDER"])
import labels

config.name = "labels"
config.test_format = labels.LabelledTests()
config.label = "fast"
config.suffixes = [".test"]
