struct Engine1 { func spin() {} }
