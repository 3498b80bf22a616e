import { useEffect, useRef, useState } from 'react';
import { toRefusal, type Refusal } from '../api/client.ts';
import { makePreview, type ShownState } from '../api/pages.ts';
import type { ScrollPlace } from './preview-messages.ts';
import { Problem } from './problem.tsx';
import { scrollFrame, usePreviewTalk } from './use-preview-talk.ts';

const SANDBOX = 'allow-scripts allow-forms allow-popups allow-modals allow-downloads';
/** A preview that shows no page for so long is offered as a link to the path form. */
const SLOW_MS = 8_000;
/** An address is good for 15 minutes; a new one is made before. */
const RENEW_MS = 14 * 60_000;

interface PreviewFrameProps {
  readonly pageId: number;
  readonly of: ShownState;
  /** Another value loads the preview anew. */
  readonly version: string | number;
  readonly title: string;
  /** True for the page without the helper script of the console. */
  readonly exact?: boolean;
  /** Called when the person scrolls the page. */
  readonly onScroll?: (place: ScrollPlace) => void;
  /** The place to which another frame was scrolled. */
  readonly place?: ScrollPlace | null;
}

interface FrameAddress {
  readonly src: string;
  readonly path: string;
}

/** Makes the address of a preview anew for each version, and before it ends. */
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

/** The errors of the scripts of a preview, as the page reported them. */
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

/** A preview in two frames of the content origin: the one that loads stays hidden until it shows the page. */
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
          // A frame that loads has its size already, so that it can be scrolled before it is shown.
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
