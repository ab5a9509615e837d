"""Objects of classes, and other C++ types, in a tree. docs/guides/writing.md shows this."""

# Says: [[45.0, 47.5], [], [30.0]]
# Says: [[[3, 4], []], [], [[5]]]
# Says: [[1.0], [], [2.0]]

import awkward as ak
import ramet

tracks = ak.Array([[{"pt": 45, "hits": [3, 4]}, {"pt": 47.5, "hits": []}], [], [{"pt": 30, "hits": [5]}]])

# docs: begin classes
classes = {"Track": {"pt": "float", "hits": "std::vector<short>"}}  # members and their C++ types
with ramet.recreate("tracks.root") as file:
    schema = {
        "tracks": "std::vector<Track>",  # split: tracks, tracks.pt, tracks.hits
        "best": ramet.Column("Track", split_level=0),  # one branch of whole objects
        "weights": "std::map<std::string,double>",
        "quality": "std::optional<float>",  # in a tree, a vector of at most one
    }
    batch = {
        "tracks": tracks,
        "best": [{"pt": 47.5, "hits": []}, {"pt": 0, "hits": []}, {"pt": 30, "hits": [5]}],
        "weights": [{"up": 1.5, "down": 0.5}, {}, {"up": 1.25}],
        "quality": [1.0, None, 2.0],
    }
    file.mktree("Events", schema, classes=classes).extend(batch)
# docs: end classes

with ramet.open("tracks.root:Events") as tree:
    print(tree["tracks/tracks.pt"].array().to_list())
    print(tree["tracks/tracks.hits"].array().to_list())
    print(tree["quality"].array().to_list())
