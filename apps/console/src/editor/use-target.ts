import { useEffect, useState, type RefObject } from 'react';
import type { CodeEditorHandle } from '../code-view/code-view.tsx';
import type { DraftTextPosition } from '../ui/findings.tsx';
import { useSearch } from '../ui/router.ts';
import { readPlace } from './read-place.ts';

/** The panes of the editor. A narrow screen shows only one of them at a time. */
export const PANES = ['Code', 'Preview', 'Layers'] as const;
/** The name of a pane of the editor. */
export type EditorPaneName = (typeof PANES)[number];

const paneOf = (place: DraftTextPosition | null): EditorPaneName =>
  place === null || place.layerId === null ? 'Code' : 'Layers';

/** React hook: the shown pane, and the position in the HTML or in a layer that a link or a listed problem has opened. */
export function useTarget(code: RefObject<CodeEditorHandle | null>, isReady: boolean) {
  const search = useSearch().toString();
  const [target, setTarget] = useState(() => readPlace(new URLSearchParams(search)));
  const [pane, setPane] = useState<EditorPaneName>(() => paneOf(target));
  const [followed, setFollowed] = useState(search);
  const goTo = (place: DraftTextPosition): void => {
    // The copy is a new object, so that the effects run again when the same position is opened twice.
    setTarget({ ...place });
    setPane(paneOf(place));
  };
  if (followed !== search) {
    setFollowed(search);
    const place = readPlace(new URLSearchParams(search));
    if (place !== null) goTo(place);
  }
  useEffect(() => {
    if (isReady && target !== null && target.layerId === null) code.current?.goTo(target);
  }, [code, isReady, target]);
  return { target, goTo, pane, setPane };
}
