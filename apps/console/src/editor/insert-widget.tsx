import type { WidgetPosition } from '@bridge/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../api/mutations.ts';
import {
  installWidget,
  widgetsQuery,
  type CatalogWidget,
  type WidgetInstallRequest,
} from '../api/widgets.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { QueryResultView } from '../ui/loaded.tsx';
import { Problem } from '../ui/problem.tsx';
import { showToast } from '../ui/toast.tsx';
import type { EditorSession } from './editor-session.ts';
import { paramsOf, readFields, type WidgetParamValues } from './param-fields.ts';
import { ParamForm } from './param-form.tsx';

/** Maximum number of characters of the anchor: the text of the draft before or after which a widget is inserted. */
const ANCHOR_CHARS_MAX = 10_000;

/** Properties of `InsertWidget`, the dialog that inserts a widget (ready-made part of a page) into the draft. */
interface InsertWidgetProps {
  readonly session: EditorSession;
  readonly onClose: () => void;
}

/**
 * The position at which a widget (ready-made part of a page) is inserted, as the owner entered it: the end of the page, or
 * before or after the text `anchor`.
 */
interface WidgetPositionInput {
  readonly side: 'body_end' | 'before' | 'after';
  readonly anchor: string;
}

function widgetPosition({ side, anchor }: WidgetPositionInput): WidgetPosition {
  if (side === 'body_end') return side;
  return side === 'before' ? { before: anchor } : { after: anchor };
}

function PlaceFields({
  place,
  onChange,
}: {
  readonly place: WidgetPositionInput;
  readonly onChange: (place: WidgetPositionInput) => void;
}) {
  return (
    <fieldset>
      <legend>Where</legend>
      {(
        [
          ['body_end', 'At the end of the page'],
          ['before', 'Before a text of the saved draft'],
          ['after', 'After a text of the saved draft'],
        ] as const
      ).map(([side, words]) => (
        <label key={side}>
          <input
            type="radio"
            name="widget-place"
            checked={place.side === side}
            onChange={() => onChange({ ...place, side })}
          />{' '}
          {words}
        </label>
      ))}
      {place.side !== 'body_end' && (
        <Field
          label="Text"
          required
          maxLength={ANCHOR_CHARS_MAX}
          hint="It stands exactly once in the saved HTML, on one line."
          value={place.anchor}
          onChange={(anchor) => onChange({ ...place, anchor })}
        />
      )}
    </fieldset>
  );
}

function WidgetSelect({
  widgets,
  widget,
  onChoose,
}: {
  readonly widgets: readonly CatalogWidget[];
  readonly widget: CatalogWidget;
  readonly onChoose: (id: string) => void;
}) {
  return (
    <div className="field">
      <label htmlFor="widget">Widget</label>
      <select
        id="widget"
        value={widget.widget_id}
        onChange={(event) => onChoose(event.target.value)}
      >
        {widgets.map(({ widget_id: id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <p className="hint">{widget.description}</p>
    </div>
  );
}

/** A request to insert a widget, with what the form showed when it was sent. */
interface WidgetInsertion extends WidgetInstallRequest {
  readonly values: WidgetParamValues;
  readonly place: WidgetPositionInput;
}

function WidgetForm({
  session,
  widgets,
  onClose,
}: InsertWidgetProps & { readonly widgets: readonly CatalogWidget[] }) {
  // The idempotency key is kept when the dialog is closed.
  // While the outcome is unknown, the dialog opens with the same values and sends the same request again.
  const install = useChange(
    (input: WidgetInsertion, key) => installWidget(input, key),
    `widget ${session.pageId}`,
  );
  const { pending } = install;
  const [widgetId, setWidgetId] = useState(pending?.widgetId ?? widgets[0]?.widget_id ?? '');
  const [values, setValues] = useState<WidgetParamValues>(pending?.values ?? {});
  const [place, setPlace] = useState<WidgetPositionInput>(
    pending?.place ?? { side: 'body_end', anchor: '' },
  );
  const choose = (id: string): void => {
    setWidgetId(id);
    setValues({});
  };
  const widget = widgets.find(({ widget_id: id }) => id === widgetId);
  if (widget === undefined) return <p>There is no widget in the catalogue.</p>;
  const fields = readFields(widget.params_schema);
  const submit = async (): Promise<void> => {
    const { draft_revision: revision } = session.store.get().website;
    const params = paramsOf(fields, values);
    const target = { pageId: session.pageId, revision, position: widgetPosition(place) };
    const wish = { ...target, widgetId, params, values, place };
    if ((await install.run(pending ?? wish)) === null) return;
    onClose();
    await session.look(null);
    showToast(`${widget.name} is in the draft`);
  };
  return (
    <Form onSubmit={submit}>
      <fieldset className="plain" disabled={pending !== null}>
        <WidgetSelect widgets={widgets} widget={widget} onChoose={choose} />
        <ParamForm fields={fields} values={values} onChange={setValues} />
        <PlaceFields place={place} onChange={setPlace} />
      </fieldset>
      <p className="hint">It becomes a revision of its own; your unsaved edits stay.</p>
      <Problem
        refusal={install.refusal}
        onAgain={install.canRepeat ? submit : null}
        onReload={() => session.look(null)}
      />
      <div className="row end">
        <Button onClick={onClose}>Cancel</Button>
        <Button submit look="primary" busy={install.busy}>
          Insert
        </Button>
      </div>
    </Form>
  );
}

/**
 * The dialog that inserts a widget (ready-made part of a page) from the catalogue into the draft, with a form for its
 * parameters.
 */
export function InsertWidget({ session, onClose }: InsertWidgetProps) {
  const widgets = useQuery(widgetsQuery);
  return (
    <Dialog wide title="Insert a widget" onClose={onClose}>
      <QueryResultView query={widgets}>
        {(list) => <WidgetForm session={session} widgets={list} onClose={onClose} />}
      </QueryResultView>
    </Dialog>
  );
}
