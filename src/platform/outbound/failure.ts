/**
 * Why a call of a provider failed, for the operator. Holds nothing that was sent or received, apart from the HTTP `status`.
 * `networkCode` is the operating system's code, such as ECONNREFUSED.
 */
export type OutboundFailure<Reason extends string> = { reason: Reason; status?: number; networkCode?: string };

/** Carries a failure through the library of a provider. Each provider has a subclass, so that `instanceof` types it. */
export abstract class FailureError<Failure extends OutboundFailure<string>> extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(`The call failed: ${failure.reason}`);
    this.name = new.target.name;
    this.failure = failure;
  }
}
