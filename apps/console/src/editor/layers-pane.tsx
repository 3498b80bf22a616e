import type { WebsiteLayer } from '@bridge/contracts';
import { useEffect, useRef, useState } from 'react';
import { makeIdempotencyKey } from '../api/client.ts';
import { CodeEditor, type CodeEditorHandle } from '../code-view/code-view.tsx';
import { Button } from '../ui/button.tsx';
import type { DraftTextPosition } from '../ui/findings.tsx';
import { isolate } from '../ui/title-of.ts';
import type { EditorSession } from './editor-session.ts';

/** Properties of the component `LayersPane`, the list of a draft's layers (HTML, CSS and notes beside its HTML). */
interface LayersPaneProps {
  readonly session: EditorSession;
  readonly layers: readonly WebsiteLayer[];
  /** The position to which the owner followed a link from a list of problems; null when there is none. */
  readonly target: DraftTextPosition | null;
  readonly onChange: (layers: readonly WebsiteLayer[]) => void;
}

const LAYER_KINDS = ['html', 'css', 'note'] as const;

function newLayer(order: number): WebsiteLayer {
  return {
    layer_id: makeIdempotencyKey().slice(-12),
    name: 'New layer',
    kind: 'html',
    order,
    visible: true,
    content: '',
  };
}

/** Properties of the component `LayerRow`, which shows one layer (HTML, CSS or a note) of a draft. */
interface LayerRowProps extends Pick<LayersPaneProps, 'session' | 'target'> {
  readonly layer: WebsiteLayer;
  readonly onChange: (layer: WebsiteLayer) => void;
  readonly onMove: (step: 1 | -1) => void;
  readonly onRemove: () => void;
}

/**
 * The code editor for the content of one layer (HTML, CSS or a note) of a draft. Bytes that the owner does not edit stay
 * exactly as they are.
 */
function LayerContent({
  session,
  layer,
  target,
}: Pick<LayerRowProps, 'session' | 'layer' | 'target'>) {
  const code = useRef<CodeEditorHandle>(null);
  const { layer_id: id } = layer;
  useEffect(() => {
    if (code.current === null) throw new Error('a layer needs the code that is shown');
    return session.openLayer(id, code.current);
  }, [session, id]);
  useEffect(() => {
    if (target !== null) code.current?.goTo(target);
  }, [target]);
  return (
    <CodeEditor
      ref={code}
      initial={layer.content}
      openKey={id}
      label={`Content of layer ${layer.name}`}
      onChange={session.noteChange}
    />
  );
}

function LayerFields({
  session,
  layer,
  target,
  onChange,
}: Pick<LayerRowProps, 'session' | 'layer' | 'target' | 'onChange'>) {
  return (
    <div className="layer-fields">
      <label>
        Name
        <input
          value={layer.name}
          maxLength={80}
          onChange={(event) => onChange({ ...layer, name: event.target.value })}
        />
      </label>
      <label>
        Kind
        <select
          value={layer.kind}
          onChange={(event) => {
            const kind = LAYER_KINDS.find((one) => one === event.target.value);
            if (kind !== undefined) onChange({ ...layer, kind });
          }}
        >
          {LAYER_KINDS.map((kind) => (
            <option key={kind}>{kind}</option>
          ))}
        </select>
      </label>
      <LayerContent session={session} layer={layer} target={target} />
    </div>
  );
}

function LayerRow({ session, layer, target, onChange, onMove, onRemove }: LayerRowProps) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (target !== null) setOpen(true);
  }, [target]);
  return (
    <li>
      <div className="row">
        <label className="layer-name">
          <input
            type="checkbox"
            checked={layer.visible}
            onChange={(event) => onChange({ ...layer, visible: event.target.checked })}
          />{' '}
          <bdi>{layer.name}</bdi> <span className="hint">{layer.kind}</span>
        </label>
        <button type="button" aria-label={`Move ${layer.name} up`} onClick={() => onMove(-1)}>
          ↑
        </button>
        <button type="button" aria-label={`Move ${layer.name} down`} onClick={() => onMove(1)}>
          ↓
        </button>
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Edit<span className="sr"> {isolate(layer.name)}</span>
        </button>
        <button type="button" onClick={onRemove}>
          Remove<span className="sr"> {isolate(layer.name)}</span>
        </button>
      </div>
      {isOpen && (
        <LayerFields session={session} layer={layer} target={target} onChange={onChange} />
      )}
    </li>
  );
}

/**
 * Lists the layers (HTML, CSS or notes) of a draft by their order number. A checkbox decides whether a layer is published, and
 * buttons move it.
 */
export function LayersPane({ session, layers, target, onChange }: LayersPaneProps) {
  const sorted = [...layers].sort((one, other) => one.order - other.order);
  const numbered = (list: readonly WebsiteLayer[]): void =>
    onChange(list.map((layer, order) => ({ ...layer, order })));
  const move = (from: number, step: 1 | -1): void => {
    const to = from + step;
    const moved = sorted[from];
    if (moved === undefined || to < 0 || to >= sorted.length) return;
    const rest = sorted.filter((one) => one !== moved);
    numbered([...rest.slice(0, to), moved, ...rest.slice(to)]);
  };
  return (
    <section className="pane layers" aria-label="Layers">
      <p className="pane-title">Layers</p>
      {sorted.length === 0 && (
        <p className="hint">No layer. A layer is put into the page when it is published.</p>
      )}
      <ul role="list">
        {sorted.map((layer, index) => (
          <LayerRow
            key={layer.layer_id}
            session={session}
            layer={layer}
            target={target?.layerId === layer.layer_id ? target : null}
            onChange={(next) => onChange(sorted.map((one) => (one === layer ? next : one)))}
            onMove={(step) => move(index, step)}
            onRemove={() => numbered(sorted.filter((one) => one !== layer))}
          />
        ))}
      </ul>
      <Button onClick={() => numbered([...sorted, newLayer(sorted.length)])}>Add layer</Button>
    </section>
  );
}
