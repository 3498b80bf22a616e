import { useEffect, useRef, useState } from 'react';
import { toRefusal, type Refusal } from '../api/client.ts';
import { makePreview, type ShownState } from '../api/pages.ts';
import type { ScrollPlace } from './preview-messages.ts';
import { Problem } from './problem.tsx';
import { scrollFrame, usePreviewTalk } from './use-preview-talk.ts';

const SANDBOX = 'allow-scripts allow-forms allow-popups allow-modals allow-downloads';
/** Time in ms after which a preview that has not loaded is offered as a link in the path form of its address. */
const SLOW_MS = 8_000;
/** Age in ms at which a preview's address, valid for 15 minutes, is replaced. */
const RENEW_MS = 14 * 60_000;

/** Properties of the component `PreviewFrame`. */
interface PreviewFrameProps {
  readonly pageId: number;
  readonly of: ShownState;
  /** Another value reloads the preview. */
  readonly version: string | number;
  readonly title: string;
  /** True to show the page without the console's helper script. */
  readonly exact?: boolean;
  /** Called when the owner scrolls the page in the preview. */
  readonly onScroll?: (place: ScrollPlace) => void;
  /** The scroll position to which another frame was scrolled. */
  readonly place?: ScrollPlace | null;
}

/** The two addresses of a preview: `src` in the host form for the frame, `path` in the path form for a link. */
interface FrameAddress {
  readonly src: string;
  readonly path: string;
}

/** React hook: creates the preview's address for each version, and a new one before it expires. */
function usePreviewAddress({ pageId, of, version, exact = false }: PreviewFrameProps) {
  const [address, setAddress] = useState<FrameAddress | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
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

/** Lists the script errors that the page in the preview reported. */
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

/** Shows a preview in two frames of the content origin; the one that loads stays hidden until it shows the page. */
export function PreviewFrame(props: PreviewFrameProps) {
  const { address, refusal, again } = usePreviewAddress(props);
  const [shown, setShown] = useState<FrameAddress | null>(null);
  const [isSlow, setSlow] = useState(false);
  const coming = address !== null && address !== shown ? address : null;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    if (coming === null) return undefined;
    timer.current = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer.current);
  }, [coming]);
  const frames = [shown, coming].filter((one) => one !== null);
  const shownFrame = useRef<HTMLIFrameElement>(null);
  const { errors, onLoaded } = usePreviewTalk(shownFrame, props.onScroll);
  const { place = null } = props;
  useEffect(() => {
    if (place !== null && shownFrame.current !== null) scrollFrame(shownFrame.current, place);
  }, [place]);
  return (
    <div className="preview-frames">
      <Problem refusal={refusal} onAgain={again} />
      {isSlow && address !== null && (
        <p className="hint">
          The preview does not appear.{' '}
          <a href={address.path} target="_blank" rel="noreferrer">
            Open it in a new tab
          </a>
        </p>
      )}
      {frames.map((frame) => (
        <iframe
          key={frame.src}
          title={props.title}
          src={frame.src}
          sandbox={SANDBOX}
          referrerPolicy="no-referrer"
          allow=""
          // A loading frame already has its final size, so it can be scrolled before it is shown.
          className={frame === shown ? undefined : 'coming'}
          inert={frame !== shown}
          ref={frame === shown ? shownFrame : undefined}
          onLoad={({ currentTarget }) => {
            setSlow(false);
            setShown(frame);
            shownFrame.current = currentTarget;
            onLoaded(currentTarget);
          }}
        />
      ))}
      <PreviewErrors errors={errors} />
    </div>
  );
}
