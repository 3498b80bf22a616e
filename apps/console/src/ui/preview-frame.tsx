import { useEffect, useRef, useState } from 'react';
import { toRefusal, type Refusal } from '../api/client.ts';
import { makePreview, type ShownState } from '../api/pages.ts';
import { Problem } from './problem.tsx';

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
}

interface FrameAddress {
  readonly src: string;
  readonly path: string;
}

/** Makes the address of a preview anew for each version, and before it ends. */
function usePreviewAddress({ pageId, of, version }: PreviewFrameProps) {
  const [address, setAddress] = useState<FrameAddress | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    makePreview(pageId, of).then(
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
  }, [pageId, of, version, round]);
  return { address, refusal, again: () => setRound(round + 1) };
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
          hidden={frame !== shown}
          onLoad={() => {
            setSlow(false);
            setShown(frame);
          }}
        />
      ))}
    </div>
  );
}
