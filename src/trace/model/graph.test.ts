import { expect, it } from "vitest";
import { requirement, scenario, spec, specPlace } from "../../../test/support/specs.ts";
import { traceRequirement } from "../operations/gaps.ts";
import { trace } from "../operations/trace.ts";

it("a trace of requirements with Korean names does not overflow the stack", async () => {
  const korean = spec("booking", requirement("여객선 예약 취소", scenario("출발 전")));
  const place = await specPlace({ "openspec/specs/booking/spec.md": korean });
  const all = await place.call(trace);
  expect(all.ok, all.message).toBe(true);
  expect(all.value.live).toBe(1);
  const { address } = all.value.formats[0].specs[0].requirements[0].leaves[0];
  for (const form of ["NFC", "NFD"]) {
    const found = await place.call(traceRequirement, { address: address.normalize(form) });
    expect(found.ok, found.message).toBe(true);
  }
});
