import { type Fault, faultText } from "../kernel/fault.ts";

/** What every method of the library rejects with: the message says what happened and what to do. */
export class HewtoError extends Error {
  override readonly name = "HewtoError";
  /** Stable, for programs: `spec_not_found`, `index_missing`, … */
  readonly code: Fault["code"];
  readonly fault: Fault;

  constructor(fault: Fault, cause?: unknown) {
    super(faultText(fault), cause === undefined ? undefined : { cause });
    this.code = fault.code;
    this.fault = fault;
  }
}
