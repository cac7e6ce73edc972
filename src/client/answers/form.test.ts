import { expect, test } from "vitest";
import { defaultAnswers, formFields, readAnswer } from "./form.ts";

const form = (properties: Record<string, unknown>, required: string[] = []) =>
  formFields({ requestedSchema: { type: "object", properties, required } });
const answer = (rule: Record<string, unknown>, typed: string, required = true) => {
  const [field] = form({ x: rule }, required ? ["x"] : []);
  return field && readAnswer(field, typed);
};

test("answers are parsed to the requested type, or rejected with a reason", () => {
  expect(answer({ type: "string" }, " text ")).toEqual({ value: "text" });
  expect(answer({ type: "boolean" }, "Yes")).toEqual({ value: true });
  expect(answer({ type: "boolean" }, "maybe")).toEqual({ problem: "Answer yes or no." });
  expect(answer({ type: "integer", minimum: 1 }, "0")).toEqual({ problem: "At least 1." });
  expect(answer({ type: "integer" }, "1.5")).toEqual({ problem: "Enter a whole number." });
  expect(answer({ type: "number" }, "1.5")).toEqual({ value: 1.5 });
  expect(answer({ type: "string", enum: ["a", "b"], enumNames: ["Apple", "Bee"] }, "bee")).toEqual({
    value: "b",
  });
  expect(answer({ type: "string", oneOf: [{ const: "a", title: "Apple" }] }, "1")).toEqual({ value: "a" });
  expect(answer({ type: "string", enum: ["a"] }, "z")).toEqual({ problem: "One of: a." });
  expect(answer({ type: "array", items: { type: "string", enum: ["a", "b"] } }, "b, a")).toEqual({
    value: ["b", "a"],
  });
  expect(answer({ type: "string", minLength: 3 }, "ab")).toEqual({ problem: "At least 3 characters." });
  expect(answer({ type: "string" }, "")).toEqual({ problem: "An answer is required." });
  expect(answer({ type: "string", default: "d" }, "")).toEqual({ value: "d" });
  expect(answer({ type: "string" }, "", false)).toEqual({ value: undefined });
});

test("defaults are a complete answer only if every required field has one; an invalid schema has no fields", () => {
  expect(defaultAnswers(form({ a: { type: "string", default: "x" }, b: { type: "number" } }))).toEqual({
    a: "x",
  });
  expect(defaultAnswers(form({ a: { type: "string" } }, ["a"]))).toBeUndefined();
  expect(formFields({ requestedSchema: 7 })).toEqual([]);
  expect(form({ a: null, b: [] }).map(({ kind }) => kind)).toEqual(["text", "text"]);
});
