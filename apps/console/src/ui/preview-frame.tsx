import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { toRefusal, type ServiceRequestError } from '../api/client.ts';
import { makePreview, type PreviewedRevisionOrEdits } from '../api/pages.ts';
import type { PageScrollPosition } from './preview-messages.ts';
import { Button } from './button.tsx';
import { Problem } from './problem.tsx';
import { useKeyboardGuard } from './use-keyboard-guard.ts';
import { scrollFrame, usePreviewTalk } from './use-preview-talk.ts';
import { useSlowness } from './use-slowness.ts';

/**
 * Permissions of a preview's frames. They may not open dialogs (`alert`), because a page that opens them in a loop would block
 * the console's window. A preview in its own tab may open them.
 */
const SANDBOX = 'allow-scripts allow-forms allow-popups allow-downloads';
/** Age in ms at which the address of a preview is replaced with a new one. An address is valid for 15 minutes. */
const RENEW_MS = 14 * 60_000;

/** Properties of the component `PreviewFrame`, which shows a preview of a website. */
interface PreviewFrameProps {
  readonly pageId: number;
  readonly of: PreviewedRevisionOrEdits;
  /** A value that identifies the shown content. When it changes, the preview is loaded again. */
  readonly version: string | number;
  readonly title: string;
  /** True to show the page without the console's helper script, which restores the scroll position and reports errors. */
  readonly exact?: boolean;
  /** Called when the owner, not the console, has scrolled the page in the preview. */
  readonly onScroll?: (place: PageScrollPosition) => void;
  /** Scroll position to which the preview is scrolled, such as that of another preview beside it; null for none. */
  readonly place?: PageScrollPosition | null;
}

/**
 * The two addresses of a preview: `src`, for the frame, has a host name of its own; `path`, for a link, is on a shared host.
 */
interface PreviewFrameAndLinkAddresses {
  readonly src: string;
  readonly path: string;
}

/** React hook: requests an address for each version of a preview, and a new one before the current address expires. */
function usePreviewAddress({ pageId, of, version, exact = false }: PreviewFrameProps) {
  const [address, setAddress] = useState<PreviewFrameAndLinkAddresses | null>(null);
  const [refusal, setRefusal] = useState<ServiceRequestError | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    makePreview(pageId, of, exact).then(
      ({ preview_url: src, path_url: path }) => {
        if (!isCurrent) return;
        setRefusal(null);
        setAddress({ src, path });
      },
      (error: unknown) => isCurrent && setRefusal(toRefusal(error)),
    );
    const timer = setTimeout(() => setRound(round + 1), RENEW_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [pageId, of, version, exact, round]);
  return { address, refusal, again: () => setRound(round + 1) };
}

/** Lists the errors that the page in the preview reported: script errors and files that could not be loaded. */
function PreviewErrors({ errors }: { readonly errors: readonly string[] }) {
  if (errors.length === 0) return null;
  return (
    <details className="preview-errors">
      <summary>{errors.length === 1 ? '1 script error' : `${errors.length} script errors`}</summary>
      <ul>
        {errors.map((text, index) => (
          <li key={index}>
            <bdi>{text}</bdi>
          </li>
        ))}
      </ul>
    </details>
  );
}

/**
 * Why a preview was stopped: the owner stopped it, or its page sent too many messages or took the focus while the owner typed.
 */
type PreviewStopReason = 'asked' | 'flood' | 'keyboard';

const STOPPED: Readonly<Record<PreviewStopReason, string>> = {
  asked: 'The preview is stopped.',
  flood: 'The preview was stopped: its page sent more messages than the console can read.',
  keyboard: 'The preview was stopped: its page took the keyboard while you typed.',
};

/** Properties of the component `PreviewControls`, the line below a preview with a note and buttons. */
interface PreviewControlsProps {
  /** A sentence about a problem of the preview; empty when there is none. */
  readonly note: string;
  readonly address: PreviewFrameAndLinkAddresses | null;
  readonly onReload: () => void;
  /** Stops the preview; null when it is stopped. */
  readonly onStop: (() => void) | null;
}

/**
 * Shows the note about a preview, buttons to reload and stop it, and a link to it. The link uses the address on the shared
 * host, which works where a preview cannot have its own host name.
 */
function PreviewControls({ note, address, onReload, onStop }: PreviewControlsProps) {
  return (
    <div className="preview-controls">
      <p role="status">{note}</p>
      <Button look="plain" onClick={onReload}>
        Reload
      </Button>
      {onStop !== null && (
        <Button look="plain" onClick={onStop}>
          Stop
        </Button>
      )}
      {address !== null && (
        <a href={address.path} target="_blank" rel="noreferrer">
          Open in a new tab
        </a>
      )}
    </div>
  );
}

/** Shows a preview of a website in up to two frames: the current page, and a new one that stays hidden until it has loaded. */
export function PreviewFrame(props: PreviewFrameProps) {
  const { address, refusal, again } = usePreviewAddress(props);
  const [shown, setShown] = useState<PreviewFrameAndLinkAddresses | null>(null);
  const [stopped, setStopped] = useState<PreviewStopReason | null>(null);
  const coming = address !== null && address !== shown ? address : null;
  const isSlow = useSlowness(coming !== null && stopped === null);
  const allFrames = useRef<HTMLDivElement>(null);
  const shownFrame = useRef<HTMLIFrameElement>(null);
  const stop = (reason: PreviewStopReason): void => {
    setStopped(reason);
    setShown(null);
  };
  const { errors, isSilent, onLoaded } = usePreviewTalk(
    { all: allFrames, shown: shownFrame },
    { onScroll: props.onScroll, onFlood: () => stop('flood') },
  );
  useKeyboardGuard(shownFrame, () => stop('keyboard'));
  const show = (frame: PreviewFrameAndLinkAddresses, element: HTMLIFrameElement): void => {
    const old = shownFrame.current;
    const hasKeyboard = old !== null && document.activeElement === old;
    // The old frame is removed before the new one, which is inert until then, can take the keyboard.
    flushSync(() => setShown(frame));
    shownFrame.current = element;
    if (hasKeyboard) element.focus();
    onLoaded(element);
  };
  const { place = null } = props;
  useEffect(() => {
    if (place !== null && shownFrame.current !== null) scrollFrame(shownFrame.current, place);
  }, [place]);
  const frames = stopped === null ? [shown, coming].filter((one) => one !== null) : [];
  const slowNote = isSlow ? 'The preview does not appear.' : '';
  const note = isSilent ? 'The preview does not answer.' : slowNote;
  return (
    <div className="preview-frames" ref={allFrames}>
      <Problem refusal={refusal} onAgain={again} />
      {frames.map((frame) => (
        <iframe
          key={frame.src}
          title={props.title}
          src={frame.src}
          sandbox={SANDBOX}
          referrerPolicy="no-referrer"
          allow=""
          // A hidden frame that still loads has its final size already, so its page can be scrolled before it is shown.
          className={frame === shown ? undefined : 'coming'}
          inert={frame !== shown}
          ref={frame === shown ? shownFrame : undefined}
          onLoad={({ currentTarget }) => show(frame, currentTarget)}
        />
      ))}
      <PreviewErrors errors={errors} />
      <PreviewControls
        note={stopped === null ? note : STOPPED[stopped]}
        address={address}
        // The address is renewed while the preview is stopped, so a restart can load it at once.
        onReload={stopped === null ? again : () => setStopped(null)}
        onStop={stopped === null ? () => stop('asked') : null}
      />
    </div>
  );
}
