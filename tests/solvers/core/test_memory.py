from types import SimpleNamespace

import psutil
import pytest

from solvers.core import memory


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("limit, free", [(10_000, 4_500), (10**9, 50_000), (4_000, 0), ("max", 50_000)])
def test_free_memory_is_within_the_limit_of_the_container(monkeypatch, tmp_path, version, limit, free):
    """7,000 bytes are used, and 1,500 of them are file cache that the system can reclaim."""
    folder = tmp_path if version == 2 else tmp_path / "memory"
    folder.mkdir(exist_ok=True)
    limit_name, used_name = (folder.parent / name if version == 1 else folder / name for name in memory.LIMITS[2 - version])
    limit_name.write_text(f"{limit}\n")
    used_name.write_text("7000\n")
    (folder / "memory.stat").write_text("anon 5500\ninactive_file 1500\n")
    monkeypatch.setattr(memory, "CGROUPS", tmp_path)
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=50_000))
    assert memory.free_memory() == free
