import { useState, type ReactNode } from 'react';
import { Button, Icon, Upload } from '@cam/ui';

export default function Example(): ReactNode {
  const [name, setName] = useState('no file');
  const choose = (file: File): boolean => {
    setName(file.name);
    return false;
  };
  return (
    <Upload accept=".json" showUploadList={false} beforeUpload={choose}>
      <Button icon={<Icon name="upload" />}>Choose file</Button> {name}
    </Upload>
  );
}
