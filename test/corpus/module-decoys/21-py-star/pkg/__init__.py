from ._impl import *
