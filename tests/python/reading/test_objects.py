"""Objects of any class, seen from Python. The class is TH1D, which every file with a histogram describes."""

from __future__ import annotations

import copy
import json
import pickle
import threading
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import ramet
from ramet.reading.objects import read
from ramet.reading.objects.kinds import ObjectParameter, ObjectTime


@pytest.fixture
def spectrum(mixed_file: Path) -> Any:
    return ramet.open(mixed_file).object_of("spectrum")


def test_members_are_attributes_and_items_those_of_bases_too(spectrum: Any) -> None:
    assert spectrum.classname == "TH1D"
    assert spectrum.fNcells == spectrum["fNcells"] == 6
    assert spectrum.fXaxis.fXmax == 4.0
    assert spectrum.fArray.tolist() == [0, 0, 1, 2, 0, 0]
    assert spectrum.fXaxis.fXbins.shape == (0,)
    assert spectrum.fXaxis.fLabels is None
    assert "fNcells" in dir(spectrum)
    assert "fNcells" in spectrum
    assert "fNoCells" not in spectrum


def test_members_are_a_mapping(spectrum: Any) -> None:
    members = spectrum.members
    assert isinstance(members, Mapping)
    assert list(members)[:2] == ["fUniqueID", "fBits"]
    assert members["fTsumw"] == 3.0
    assert len(members) == len(list(members)) == len(set(members))


def test_a_base_is_an_object_of_its_own(spectrum: Any) -> None:
    (base,) = spectrum.bases
    assert base.classname == "TH1"
    assert "fNcells" in base.own_members
    assert [one.classname for one in base.bases] == ["TNamed", "TAttLine", "TAttFill", "TAttMarker"]
    assert spectrum.own_members == ("fArray",)


def test_one_object_is_one_object_however_it_is_reached(spectrum: Any) -> None:
    assert spectrum.fXaxis is spectrum["fXaxis"]
    assert spectrum.fXaxis is not spectrum.fYaxis


def test_a_list_is_a_sequence_with_members(spectrum: Any) -> None:
    functions = spectrum.fFunctions
    assert functions.classname == "TList"
    assert list(functions) == []
    assert functions["fSize"] == 0
    assert functions[:] == []
    with pytest.raises(IndexError):
        functions[0]


def test_a_missing_member_suggests(spectrum: Any) -> None:
    with pytest.raises(ramet.KeyInFileError, match="did you mean 'fNcells'"):
        spectrum["fNcell"]
    with pytest.raises(AttributeError, match="fNcells"):
        spectrum.fNcell  # noqa: B018


def test_an_object_as_dict_has_no_objects_in_it(spectrum: Any) -> None:
    plain = spectrum.to_dict()
    assert plain["fXaxis"]["fNbins"] == 4
    assert plain["fFunctions"] == []


def test_a_registered_face_stands_for_objects_of_its_class(mixed_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read, "FACES", dict(read.FACES))

    @read.face("TAxis")
    class Bins:
        def __init__(self, axis: ramet.Object) -> None:
            self.number = axis["fNbins"]

    file = ramet.open(mixed_file)
    place = file._place.at("spectrum", 1)
    found = read.read_object(file._file, file._file.key("spectrum"), file._opener(), place)
    assert found.fXaxis.number == 4
    assert found.fXaxis is found.fXaxis
    assert file.object_of("spectrum").fXaxis.fNbins == 4


def test_an_object_is_shared_by_threads(spectrum: Any) -> None:
    met: list[tuple[object, ...]] = []
    start = threading.Barrier(2)

    def look() -> None:
        start.wait()
        met.append((spectrum.fXaxis, spectrum.fYaxis.fNbins, spectrum.fArray.sum()))

    threads = [threading.Thread(target=look) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert met[0][0] is met[1][0]
    assert met[0][1:] == met[1][1:] == (1, 3.0)


def object_with(classname: str, **members: Any) -> Any:
    """An object of a class that only ROOT stores as a key."""
    kinds = {"TParameter<double>": ObjectParameter, "TDatime": ObjectTime}
    core = SimpleNamespace(class_name=classname, members=list(members), find=lambda name: (True, members[name]))
    return kinds[classname](core, lambda value: value)  # type: ignore[arg-type]


def test_parameters_are_numbers() -> None:
    parameter = object_with("TParameter<double>", fName="scale", fVal=2.5)
    assert (parameter.value, float(parameter), int(parameter), bool(parameter)) == (2.5, 2.5, 2, True)
    assert not object_with("TParameter<double>", fName="scale", fVal=0.0)


def test_times_are_datetimes() -> None:
    packed = (2024 - 1995) << 26 | 2 << 22 | 29 << 17 | 23 << 12 | 59 << 6 | 58
    assert object_with("TDatime", fDatime=packed).to_datetime() == datetime(2024, 2, 29, 23, 59, 58)
    with pytest.raises(ValueError, match="month must be in"):
        object_with("TDatime", fDatime=0).to_datetime()


def test_a_text_is_a_str_with_members(tmp_path: Path) -> None:
    with ramet.recreate(tmp_path / "x.root") as file:
        file["cfg"] = '{"a": [1, "ä"]}'
    text = ramet.open(tmp_path / "x.root")["cfg"]
    assert isinstance(text, str)
    assert isinstance(text, ramet.Object)
    assert text == '{"a": [1, "ä"]}' != text.upper()
    assert '"a"' in text
    assert "fString" not in text
    assert json.loads(text) == {"a": [1, "ä"]}
    assert (len(text), text[1:4], text[-1], text.split(": ")[0]) == (15, '"a"', "}", '{"a"')
    assert (text + "!", "!" + text, f"{text}", str(text)) == (f"{text}!", f"!{text}", text, text)
    assert type(str(text)) is str
    assert {text: 1}['{"a": [1, "ä"]}'] == 1
    assert (text["fString"], text.member("fString"), text.fString) == (str(text),) * 3
    assert (text.has_member("fString"), text.classname, text.to_dict()) == (True, "TObjString", str(text))
    assert text.tojson()["fString"] == str(text)
    assert json.dumps([text]) == json.dumps([str(text)])
    assert repr(text) == f"<TObjString {str(text)!r}>"
    for same in (pickle.loads(pickle.dumps(text)), copy.copy(text), copy.deepcopy([text])[0]):
        assert (type(same), same) == (str, str(text))
    with pytest.raises(TypeError):
        1 in text  # noqa: B015
    with pytest.raises(ramet.KeyInFileError, match="no member 'fText'"):
        text["fText"]
