import type { KeyRecord } from '@bridge/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  actionsQuery,
  manifestQuery,
  rotateKey,
  type ManifestActionEntry,
  type CreatedKey,
  type ServiceManifest,
} from '../api/keys.ts';
import { useChange } from '../api/mutations.ts';
import { useRefresh } from '../api/use-refresh.ts';
import { CheckboxOrRadio } from '../ui/choice.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormEnd } from '../ui/form-end.tsx';
import { Form } from '../ui/form.tsx';
import { Problem } from '../ui/problem.tsx';
import { ScopePicker } from './scope-picker.tsx';

/** Number of hours for which a key stays valid after it was replaced, unless the owner ends it at once. */
const OVERLAP_HOURS = 24;

/** Properties of the component `RotateDialog`, the dialog that replaces a key with a successor. */
interface RotateDialogProps {
  readonly record: KeyRecord;
  /** A scope (permission) that is preselected for the successor in addition to the key's own scopes; null for none. */
  readonly wanted: string | null;
  readonly onRotated: (key: CreatedKey) => void;
  readonly onClose: () => void;
}

/** Properties of the component `RotateForm`, the form in the dialog that replaces a key. */
interface RotateFormProps extends RotateDialogProps {
  readonly manifest: ServiceManifest;
  readonly actions: readonly ManifestActionEntry[];
}

/**
 * Returns the scopes (permissions) that are preselected for a key's successor: those of the key and, if it is a known scope,
 * `wanted`.
 */
function firstScopes({ record, wanted, actions }: RotateFormProps): readonly string[] {
  const isScope = actions.some(({ scope }) => scope === wanted);
  const more = wanted !== null && isScope && !record.scopes.includes(wanted) ? [wanted] : [];
  return [...record.scopes, ...more];
}

function RotateForm(props: RotateFormProps) {
  const { record, manifest, actions, onRotated, onClose } = props;
  const refresh = useRefresh();
  const rotate = useChange(rotateKey, `successor of ${record.key_id}`);
  const { pending } = rotate;
  const [scopes, setScopes] = useState(() => pending?.scopes ?? firstScopes(props));
  const [endsNow, setEndsNow] = useState(pending?.overlap_h === 0);
  const submit = async (): Promise<void> => {
    const overlap = endsNow ? 0 : OVERLAP_HOURS;
    const wish = { key_id: record.key_id, scopes, overlap_h: overlap };
    const made = await rotate.run(pending ?? wish);
    if (made === null) return;
    onRotated(made);
    await refresh(['keys'], ['key', record.key_id]);
  };
  return (
    <Form onSubmit={submit}>
      <p>
        A new secret is shown once. The successor has the same name, Worlds, limits and length of
        life.
      </p>
      <fieldset className="plain" disabled={pending !== null}>
        <ScopePicker manifest={manifest} actions={actions} chosen={scopes} onChange={setScopes} />
        <fieldset>
          <legend>The old key</legend>
          {(
            [
              [false, `works ${OVERLAP_HOURS} hours more, so that the agent can change over`],
              [true, 'ends now: choose this when the secret is known to others'],
            ] as const
          ).map(([value, words]) => (
            <CheckboxOrRadio
              key={words}
              name="overlap"
              checked={endsNow === value}
              onChange={() => setEndsNow(value)}
            >
              {words}
            </CheckboxOrRadio>
          ))}
        </fieldset>
      </fieldset>
      <Problem refusal={rotate.refusal} onAgain={rotate.canRepeat ? submit : null} />
      <FormEnd
        action="Rotate key"
        busy={rotate.busy}
        disabled={scopes.length === 0}
        onCancel={onClose}
      />
    </Form>
  );
}

/** The dialog that replaces a key with a successor, which has a new secret and the selected scopes (permissions). */
export function RotateDialog(props: RotateDialogProps) {
  const manifest = useQuery(manifestQuery);
  const actions = useQuery(actionsQuery);
  return (
    <Dialog title={`Rotate “${props.record.name}”`} wide onClose={props.onClose}>
      <Problem refusal={manifest.error ?? actions.error} />
      {manifest.data !== undefined && actions.data !== undefined && (
        <RotateForm {...props} manifest={manifest.data} actions={actions.data} />
      )}
    </Dialog>
  );
}
