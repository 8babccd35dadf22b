# FILE: test/lit/labels.py
# WHAT: each test has a label, `fast` or `slow`, by which lit selects tests.
# USE:  lit.py --param label=fast build/test/lit      without the parameter: all tests
#
# A test is fast unless its folder's lit.local.cfg sets config.label, or a line `LABEL: slow` of its own says otherwise; the
# line wins. The fast tests are those that a developer runs before each commit: at least one of each part of cleave, and
# less than five minutes for all of them on two cores. Another label is an error.
#
# lit passes tests to other processes, so their format cannot be a class of lit.cfg.py.
import os
import re
import resource

import lit.formats

LABELS = ("fast", "slow")
_line = re.compile(r"(?<![-\w])LABEL: *(\S*)")


def label_of(path, folders_label, lit_config):
    """The label of the test in the file PATH, whose folder has the label FOLDERS_LABEL."""
    label = folders_label
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            found = _line.search(line)
            if found:
                label = found.group(1)
    if label not in LABELS:
        lit_config.fatal(f"{path}: there is no label '{label}'; labels are {' and '.join(LABELS)}")
    return label


def listed(path, root, lit_config):
    """The tests below ROOT that the file PATH names, one in each line, as paths below ROOT."""
    with open(path, encoding="utf-8") as file:
        names = {line.strip() for line in file if line.strip() and not line.startswith("#")}
    for name in names:
        if not os.path.exists(os.path.join(root, name)):
            lit_config.fatal(f"{path}: there is no test '{name}'")
    return names


class LabelledTests(lit.formats.ShTest):
    def execute(self, test, lit_config):
        """Runs TEST. --param times=FILE appends a line: its processor seconds, which other load hardly changes, and its name."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        result = super().execute(test, lit_config)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if "times" in lit_config.params:
            seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            with open(lit_config.params["times"], "a", encoding="utf-8") as file:
                file.write(f"{seconds:.2f} {'/'.join(test.path_in_suite)}\n")
        return result

    def getTestsInDirectory(self, suite, path, lit_config, config):
        wanted = lit_config.params.get("label")
        if wanted not in (None,) + LABELS:
            lit_config.fatal(f"--param label={wanted}: labels are {' and '.join(LABELS)}")
        for test in super().getTestsInDirectory(suite, path, lit_config, config):
            label = label_of(test.getSourcePath(), config.label, lit_config)
            names = getattr(config, "listed", None)  # of listed(); None: all tests
            if wanted in (None, label) and (names is None or "/".join(test.path_in_suite) in names):
                yield test
