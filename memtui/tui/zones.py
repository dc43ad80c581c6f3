"""The person's time zone."""

from datetime import tzinfo

from memtui.desk.desk import Desk


def zone_of(desk: Desk) -> tzinfo | None:
    """The person's time zone; `None` is the system's, also where theirs is unknown here.

    An unknown one is complained about wherever `today` is asked for.
    """
    name = desk.memory.settings.me.time_zone
    if not name:
        return None
    from zoneinfo import ZoneInfo

    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return None
