from .human import parse_things, Base as Foundation

__all__ = ["parse_things", "Foundation"]
