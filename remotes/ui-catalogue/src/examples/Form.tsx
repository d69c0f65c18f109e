import { useState, type ReactNode } from 'react';
import { notify } from '@cam/platform';
import { Button, Form, Input } from '@cam/ui';

export default function Example(): ReactNode {
  const [name, setName] = useState('Payments');
  return (
    <Form layout="vertical" onFinish={() => notify.success(`${name} saved.`)}>
      <Form.Item label="Name" htmlFor="form-example-name">
        <Input id="form-example-name" value={name} onChange={({ target }) => setName(target.value)} />
      </Form.Item>
      <Button type="primary" htmlType="submit">
        Save
      </Button>
    </Form>
  );
}
