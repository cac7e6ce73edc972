from .figures import Shape
