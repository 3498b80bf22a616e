import { newObject, putBody, putObject, type BlobStore, type HashedText } from '@bridge/blobs';
import type { MessageBus, SuccessfulCallResult } from '@bridge/bus';
import { BUILDER, LIMITS, type BusCallDefinition, type CallPrincipal } from '@bridge/contracts';
import {
  BridgeError,
  isNotApplied,
  type Clock,
  type RandomIdGenerator,
  type Logger,
} from '@bridge/kernel';
import { releaseBuffer } from '@bridge/web';
import type { z } from 'zod';
import type { ValidatedActionInput } from '../dispatch.ts';

/**
 * Time budget in ms of the request that removes the object with a call’s large text from the blob store. The builder’s
 * periodic cleanup removes objects that remain.
 */
const DISCARD_MS_MAX = 2_000;

/** Dependencies of the functions that send calls to services. */
export interface ServiceSendDeps {
  readonly bus: MessageBus;
  readonly blobs: BlobStore;
  readonly ids: RandomIdGenerator;
  readonly clock: Clock;
  readonly log: Logger;
}

/** A call whose large texts are sent as body references (their bytes, or the names of stored objects). */
export interface CallWithBodyReferences extends ValidatedActionInput {
  readonly ctx: CallPrincipal;
  readonly requestId: string;
  /** Deadline of the call in ms since the epoch. */
  readonly deadline: number;
}

/** A text that is too large for a bus message, with the name of its blob-store object. */
interface TextStoredAsObject {
  readonly member: string;
  readonly text: HashedText;
  readonly object: string;
}

function fingerprintOf({ fp }: CallWithBodyReferences): { readonly fp?: string } {
  return fp === null ? {} : { fp };
}

/**
 * Requests the builder service’s permission to store a large text of the call as an object (ADR 021). Returns the stored
 * result of an earlier identical call, else null.
 */
async function admitBody(
  { bus }: ServiceSendDeps,
  { name: action }: BusCallDefinition,
  call: CallWithBodyReferences,
  { object, text }: TextStoredAsObject,
): Promise<unknown> {
  const { ctx, requestId, deadline, wire } = call;
  const bytes = text.bytes.byteLength;
  const input = BUILDER.admit.wireInput.safeParse({ ...wire, action, object, bytes });
  if (!input.success) throw new BridgeError('internal', {}, { cause: input.error });
  const envelope = { ctx, requestId, deadline, ...fingerprintOf(call), input: input.data };
  const { result } = await bus.request(BUILDER.admit, envelope);
  return result.state === 'replay' ? result.response : null;
}

/**
 * Removes the object with a call’s large text from the blob store, unless a revision of a website refers to it. When this
 * fails, the builder’s periodic cleanup removes the object later.
 */
async function discard(
  deps: ServiceSendDeps,
  call: CallWithBodyReferences,
  object: string,
): Promise<void> {
  const { ctx, requestId } = call;
  const deadline = deps.clock.now() + DISCARD_MS_MAX;
  await deps.bus
    .request(BUILDER.discard, { ctx, requestId, deadline, input: { object } })
    .catch((error: unknown) => deps.log.debug({ err: error, object }, 'body_left_to_sweep'));
}

/**
 * Sends a call with its texts. Texts up to 256 KiB in total are sent in the message. Larger texts are stored as objects first,
 * after `builder.admit` has accepted the call. Objects to which no revision refers are removed afterwards, except while the
 * outcome is unknown (ADR 021).
 */
export async function sendWithBodies<I extends z.ZodType, O extends z.ZodType>(
  deps: ServiceSendDeps,
  callable: BusCallDefinition<I, O>,
  call: CallWithBodyReferences,
): Promise<SuccessfulCallResult<z.output<O>>> {
  const { ctx, requestId, deadline, wire, texts } = call;
  const input: Record<string, unknown> = { ...wire };
  const large: TextStoredAsObject[] = [];
  // The total size of inline texts is limited, so that they fit one bus message.
  let inlineLeft: number = LIMITS.inlineBodyBytesMax;
  for (const [member, text] of Object.entries(texts)) {
    if (text.bytes.byteLength <= inlineLeft) {
      inlineLeft -= text.bytes.byteLength;
      input[member] = await putBody(deps.blobs, deps.ids, text);
    } else {
      const folder = callable.bodies[member] === 'adopt' ? 'body' : 'ingest';
      large.push({ member, text, object: newObject(deps.ids, folder) });
    }
  }
  const send = (): Promise<SuccessfulCallResult<z.output<O>>> =>
    // The input is sent without validation, because the gateway validated it when it read the body.
    deps.bus.request(callable, {
      ctx,
      requestId,
      deadline,
      ...fingerprintOf(call),
      input: input as z.input<I>,
    });
  if (large.length === 0) return send();
  for (const one of large) {
    const response = await admitBody(deps, callable, call, one);
    if (response !== null) return { result: response as z.output<O>, replayed: true };
  }
  try {
    for (const { member, text, object } of large) {
      input[member] = await putObject(deps.blobs, object, text);
      releaseBuffer(text.bytes);
    }
    const answer = await send();
    await discardAll(deps, call, answer.replayed ? large : notAdopted(callable, large));
    return answer;
  } catch (error) {
    if (isNotApplied(error)) await discardAll(deps, call, large);
    throw error;
  }
}

/** Returns the large texts whose objects can be removed after a successful call, because no revision refers to them. */
function notAdopted(
  { bodies }: BusCallDefinition,
  large: readonly TextStoredAsObject[],
): readonly TextStoredAsObject[] {
  return large.filter(({ member }) => bodies[member] !== 'adopt');
}

/** Removes the objects of these large texts from the blob store. */
async function discardAll(
  deps: ServiceSendDeps,
  call: CallWithBodyReferences,
  large: readonly TextStoredAsObject[],
): Promise<void> {
  for (const { object } of large) await discard(deps, call, object);
}
