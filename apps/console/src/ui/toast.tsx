import { useEffect, useRef, useState, useSyncExternalStore, type FocusEvent } from 'react';
import { toRefusal, type ServiceRequestError } from '../api/client.ts';
import { makeRepeatable, type MutationSender } from '../api/mutations.ts';
import { isRepeatable } from '../api/retryable-mutation.ts';
import { Button } from './button.tsx';
import { Link } from './link.tsx';
import { useWindowKey } from './use-window-key.ts';

const SHOWN_MS = 10_000;
const TOASTS_MAX = 3;

/** A link in a toast, to a screen of the console. */
interface ToastLink {
  readonly to: string;
  readonly name: string;
}

/**
 * A toast (a short message at the bottom) about a finished change. `undo` reverts the change; when that is no longer possible,
 * `link` leads to a screen instead.
 */
interface ToastMessage {
  readonly id: number;
  readonly text: string;
  readonly undo: (() => Promise<void>) | null;
  readonly link: ToastLink | null;
}

/** A function that replaces the undo button of a toast with a link, if the toast is still shown. */
export type ToastLinkSetter = (link: ToastLink) => void;

let messages: readonly ToastMessage[] = [];
let lastId = 0;
const toastListeners = new Set<() => void>();

function setMessages(next: readonly ToastMessage[]): void {
  messages = next;
  for (const listener of toastListeners) listener();
}

/**
 * Shows a toast about a finished change; with `undo` it has a button that reverts the change. Returns a function that replaces
 * this button with a link.
 */
export function showToast(
  text: string,
  undo: (() => Promise<void>) | null = null,
): ToastLinkSetter {
  lastId += 1;
  const id = lastId;
  setMessages([...messages.slice(1 - TOASTS_MAX), { id, text, undo, link: null }]);
  return (link) =>
    setMessages(messages.map((one) => (one.id === id ? { ...one, undo: null, link } : one)));
}

/**
 * Shows a toast about a finished change. Its button undoes the change by sending `input` with `sendChange`, and then calls
 * `after`. Each click uses the same idempotency key, so repeated clicks have one effect.
 */
export function showUndo<I>(
  text: string,
  sendChange: MutationSender<I, unknown>,
  input: I,
  after: () => Promise<unknown>,
): void {
  const undo = makeRepeatable(sendChange, input);
  showToast(text, async () => {
    await undo();
    await after();
  });
}

function dismissToast(id: number): void {
  setMessages(messages.filter((one) => one.id !== id));
}

function subscribeToToasts(listener: () => void): () => void {
  toastListeners.add(listener);
  return () => toastListeners.delete(listener);
}

function ToastView({ message, held }: { readonly message: ToastMessage; readonly held: boolean }) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<ServiceRequestError | null>(null);
  useEffect(() => {
    // A toast stays while its region is in use, while its undo is being sent, and after its undo was refused.
    if (held || busy || refusal !== null) return undefined;
    const timer = setTimeout(() => dismissToast(message.id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [held, busy, refusal, message.id]);
  const undo = (): void => {
    setBusy(true);
    message
      .undo?.()
      .then(
        () => dismissToast(message.id),
        (error: unknown) => setRefusal(toRefusal(error)),
      )
      .finally(() => setBusy(false));
  };
  const canUndo = message.undo !== null && (refusal === null || isRepeatable(refusal));
  return (
    <li className="toast">
      <span>{refusal?.message ?? message.text}</span>
      {refusal !== null && <code>{refusal.code}</code>}
      {canUndo && (
        <Button busy={busy} onClick={undo}>
          {refusal === null ? 'Undo' : 'Try again'}
        </Button>
      )}
      {message.link !== null && <Link to={message.link.to}>{message.link.name}</Link>}
      <Button look="plain" onClick={() => dismissToast(message.id)} aria-label="Dismiss">
        <span aria-hidden="true">×</span>
      </Button>
    </li>
  );
}

/**
 * React hook: true while the focus or the pointer is in the region of the toasts, during which no toast expires. When a toast
 * that has the focus is removed, the focus returns to the element that had it before the toast.
 */
function useHeld(shown: readonly ToastMessage[]) {
  const region = useRef<HTMLElement>(null);
  const before = useRef<Element | null>(null);
  const [isFocused, setFocused] = useState(false);
  const [isHovered, setHovered] = useState(false);
  useEffect(() => {
    const { activeElement } = document;
    if (region.current?.contains(activeElement) === true) return;
    // The browser sends no blur event when the element that has the focus is removed.
    setFocused(false);
    if (shown.length === 0) setHovered(false);
    const { current: last } = before;
    before.current = null;
    if (activeElement === document.body && last instanceof HTMLElement) last.focus();
  }, [shown]);
  const handlers = {
    onMouseEnter: () => setHovered(true),
    onMouseLeave: () => setHovered(false),
    onFocus: ({ relatedTarget }: FocusEvent) => {
      if (region.current?.contains(relatedTarget) !== true) before.current = relatedTarget;
      setFocused(true);
    },
    onBlur: () => setFocused(false),
  };
  return { region, isHeld: isFocused || isHovered, handlers };
}

/** The region that shows toasts. No toast expires while the region has the focus or the pointer. F6 moves the focus into it. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribeToToasts, () => messages);
  const { region, isHeld, handlers } = useHeld(shown);
  useWindowKey(
    ({ key }) => key === 'F6' && messages.length > 0,
    () => region.current?.querySelector('button')?.focus(),
  );
  return (
    <section className="toasts" aria-label="Messages" ref={region} {...handlers}>
      <ul aria-live="polite" role="list">
        {shown.map((message) => (
          <ToastView key={message.id} message={message} held={isHeld} />
        ))}
      </ul>
    </section>
  );
}
