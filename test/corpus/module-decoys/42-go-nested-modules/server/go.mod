module example.com/server
