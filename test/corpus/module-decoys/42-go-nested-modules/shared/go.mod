module example.com/shared
