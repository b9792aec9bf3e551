import type { CallArguments, CallName, CallValue } from '../../../preload/contract/bridge.ts';

type Returned<Name extends CallName> = [CallValue<Name>] extends [undefined]
  ? undefined | Promise<void>
  : CallValue<Name> | Promise<CallValue<Name>>;

/** `signal` is aborted when the window cancels the ticket. Throws expected failures as `FailureError`. */
export type CallHandler<Name extends CallName> = (
  args: CallArguments<Name>,
  signal: AbortSignal,
) => Returned<Name>;

export type HandlersOf<Calls> = { readonly [Name in keyof Calls & CallName]: CallHandler<Name> };

export type FeatureCalls<Calls> = {
  readonly [Name in keyof Calls & CallName]: (
    args: CallArguments<Name>,
    signal?: AbortSignal,
  ) => Extract<Returned<Name>, Promise<unknown>>;
};
