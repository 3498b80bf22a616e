import type { WorldRecord } from '@bridge/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  actionsQuery,
  makeKey,
  manifestQuery,
  type ManifestActionEntry,
  type CreatedKey,
  type NewKeyRequest,
  type ServiceManifest,
} from '../api/keys.ts';
import { useChange } from '../api/mutations.ts';
import { worldsQuery } from '../api/worlds.ts';
import { Field } from '../ui/field.tsx';
import { FormEnd } from '../ui/form-end.tsx';
import { Form } from '../ui/form.tsx';
import { Problem } from '../ui/problem.tsx';
import { WholeJournalAccessCheckbox, ExpiryPicker, WorldPicker } from './key-pickers.tsx';
import { ScopePicker } from './scope-picker.tsx';

const DAYS_DEFAULT = 90;
const AUDIT_SCOPE = 'audit.read';

/** Properties of the component `NewKeyForm`, the form that creates a key. */
interface NewKeyFormProps {
  readonly onMade: (newKey: CreatedKey) => void;
  readonly onCancel: () => void;
}

/** Returns the values with which the form for a new key opens. */
function firstChoices({ draft_scopes: scopes }: ServiceManifest): NewKeyRequest {
  return { name: '', scopes, worlds: null, expires_in_days: DAYS_DEFAULT, audit_all: false };
}

/** React hook: the values of the form for a new key. `first` are the values with which it opens. */
function useKeyChoices(first: NewKeyRequest) {
  const [name, setName] = useState(first.name);
  const [scopes, setScopes] = useState(first.scopes);
  const [worlds, setWorlds] = useState(first.worlds);
  const [days, setDays] = useState(first.expires_in_days);
  const [auditAll, setAuditAll] = useState(first.audit_all);
  const request: NewKeyRequest = {
    name,
    scopes,
    worlds,
    expires_in_days: days,
    audit_all: auditAll && scopes.includes(AUDIT_SCOPE),
  };
  return { request, auditAll, setName, setScopes, setWorlds, setDays, setAuditAll };
}

/** Properties of the component `NewKeyFields`, which shows the form for a new key when the data that it needs were read. */
interface NewKeyFieldsProps extends NewKeyFormProps {
  readonly manifest: ServiceManifest;
  readonly actions: readonly ManifestActionEntry[];
  readonly own: readonly WorldRecord[];
}

function NewKeyFields({ manifest, actions, own, onMade, onCancel }: NewKeyFieldsProps) {
  const make = useChange(makeKey, 'new key');
  const { pending } = make;
  const choices = useKeyChoices(pending ?? firstChoices(manifest));
  const { name, scopes, worlds, expires_in_days: days } = choices.request;
  const submit = async (): Promise<void> => {
    const made = await make.run(pending ?? choices.request);
    if (made !== null) onMade(made);
  };
  return (
    <Form className="card" onSubmit={submit} aria-label="Make a key">
      <h2>Make a key</h2>
      <fieldset className="plain" disabled={pending !== null}>
        <Field
          label="Name"
          required
          maxLength={80}
          autoFocus
          autoComplete="off"
          placeholder="Claude on my laptop"
          value={name}
          onChange={choices.setName}
        />
        <ScopePicker
          manifest={manifest}
          actions={actions}
          chosen={scopes}
          onChange={choices.setScopes}
        />
        {scopes.includes(AUDIT_SCOPE) && (
          <WholeJournalAccessCheckbox given={choices.auditAll} onChange={choices.setAuditAll} />
        )}
        <WorldPicker own={own} worlds={worlds} onChange={choices.setWorlds} />
        <ExpiryPicker days={days} onChange={choices.setDays} />
      </fieldset>
      <Problem refusal={make.refusal} onAgain={make.canRepeat ? submit : null} />
      <FormEnd
        action="Make key"
        busy={make.busy}
        disabled={scopes.length === 0 || worlds?.length === 0}
        onCancel={onCancel}
      />
    </Form>
  );
}

/** The form that creates a key: name, scopes (permissions), Worlds (public identities) in which it may act, and expiry. */
export function NewKeyForm(props: NewKeyFormProps) {
  const manifest = useQuery(manifestQuery);
  const actions = useQuery(actionsQuery);
  const own = useQuery(worldsQuery);
  // A later read that fails must not replace the form, which has what the owner chose.
  if (manifest.data === undefined || actions.data === undefined || own.data === undefined) {
    const failed = [manifest, actions, own].filter(({ error }) => error !== null);
    const refusal = failed[0]?.error ?? null;
    if (refusal === null) return <p aria-busy="true">Reading…</p>;
    const again = (): void => failed.forEach((query) => void query.refetch());
    return <Problem refusal={refusal} onAgain={again} />;
  }
  return <NewKeyFields manifest={manifest.data} actions={actions.data} own={own.data} {...props} />;
}
