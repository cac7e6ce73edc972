import { expect, it } from "vitest";
import { leadsToLoopback } from "./loopback.ts";

it.each([
  "http://localhost",
  "http://LOCALHOST:8080/v1",
  "https://localhost:8443/mcp",
  "http://127.0.0.1:11434",
  "http://127.9.8.7/",
  "http://127.1/",
  "http://2130706433/",
  "http://0x7f.0.0.1/",
  "http://[::1]:1234/",
  "http://[0:0:0:0:0:0:0:1]/",
  "http://me:secret@localhost/",
  "http://localhost\\@evil.example/",
])("%s is this machine", (address) => expect(leadsToLoopback(address)).toBe(true));

it.each([
  "http://localhost@evil.example/",
  "http://localhost:80@evil.example/",
  "http://localhost%40evil.example/",
  "http://localhost.evil.example/",
  "http://localhostess/",
  "http://my.localhost/",
  "http://127.0.0.1.evil.example/",
  "http://127.0.0.1.nip.io/",
  "http://evil.example/#@localhost",
  "http://evil.example/?http://localhost/",
  "http://evil.example\\@localhost/",
  "http://128.0.0.1/",
  "http://0.0.0.0/",
  "http://[::]/",
  "http://[::2]/",
  "http://[::ffff:10.0.0.1]/",
  "http://169.254.169.254/",
  "//localhost/",
  "localhost:8080",
  "file://localhost/etc/passwd",
  "",
])("%s is not", (address) => expect(leadsToLoopback(address)).toBe(false));
