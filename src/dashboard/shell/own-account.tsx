/** The own password and second factor, in a dialog that stays on whatever page it was opened. */
import { useState } from 'preact/hooks';
import { renderSVG } from 'uqr';
import { api, type Schemas } from '../api/api.ts';
import { useQuery } from '../api/query.ts';
import { Loading } from '../components/feedback.tsx';
import { TextField } from '../components/forms/field.tsx';
import { DialogButton, Form, useDraft } from '../components/forms/form.tsx';

export const OwnAccount = () => (
  <DialogButton label="Your account" needs="agent" quiet>
    <Account />
  </DialogButton>
);

function Account() {
  const { data: user } = useQuery('/v1/users/current', {});
  const [known, setKnown] = useState<Schemas['User']>();
  const shown = known ?? user;
  if (!shown) return <Loading what="your account" />;
  return (
    <>
      <PasswordForm user={shown} onChanged={setKnown} />
      {shown.has_password && <SecondFactor user={shown} onChanged={setKnown} />}
    </>
  );
}

interface PartProps {
  user: Schemas['User'];
  onChanged: (user: Schemas['User']) => void;
}

function PasswordForm({ user, onChanged }: PartProps) {
  const { draft, field } = useDraft({ current_password: '', password: '' });
  const { has_password: hasPassword } = user;
  const change = async () => {
    const { current_password, password } = draft;
    const body = { password, ...(hasPassword && { current_password }) };
    onChanged(await api.put('/v1/users/current/password', { body }));
    return 'The password is changed. Other sessions of yours have ended.';
  };
  return (
    <Form send={hasPassword ? 'Change the password' : 'Choose a password'} run={change} stays>
      {hasPassword && (
        <TextField
          {...field('current_password')}
          label="Password now"
          type="password"
          autoComplete="current-password"
          required
        />
      )}
      <TextField
        {...field('password')}
        label="New password"
        type="password"
        autoComplete="new-password"
        required
        hint="12 characters or more, such as four words."
      />
    </Form>
  );
}

function SecondFactor({ user, onChanged }: PartProps) {
  const [made, setMade] = useState<Schemas['NewSecondFactor']>();
  const { draft, field } = useDraft({ current_password: '', code: '' });
  const isSet = user.has_second_factor;
  if (!isSet && !made) {
    const make = async () => {
      setMade(await api.post('/v1/users/current/new-second-factor', {}));
      return '';
    };
    return (
      <Form send="Set up a second factor" run={make} stays>
        <p class="quiet">An app on your phone then shows a code for each sign-in.</p>
      </Form>
    );
  }
  const change = async () => {
    const body = { ...draft, secret: made?.secret ?? null };
    onChanged(await api.put('/v1/users/current/second-factor', { body }));
    setMade(undefined);
    return isSet ? 'The second factor is taken away.' : 'Each sign-in needs a code now.';
  };
  return (
    <Form
      send={isSet ? 'Take the second factor away' : 'Confirm the code'}
      run={change}
      stays
      danger={isSet}
    >
      {made && <Scanned {...made} />}
      <TextField
        {...field('code')}
        label="Code of the authenticator app"
        autoComplete="one-time-code"
        inputMode="numeric"
        required
      />
      <TextField
        {...field('current_password')}
        label="Your password"
        type="password"
        autoComplete="current-password"
        required
      />
    </Form>
  );
}

/** As a picture of its own, so that no markup is written into the page. */
const Scanned = ({ secret, uri }: Schemas['NewSecondFactor']) => (
  <>
    <img
      class="qr"
      alt="QR code for an authenticator app"
      src={`data:image/svg+xml,${encodeURIComponent(renderSVG(uri))}`}
    />
    <p class="quiet">
      Or type: <code class="secret">{secret}</code>
    </p>
  </>
);
