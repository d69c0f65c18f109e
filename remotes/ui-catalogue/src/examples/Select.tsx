import { useState, type ReactNode } from 'react';
import { Select } from '@cam/ui';

const CLOUDS = ['AWS', 'Azure', 'Google Cloud'].map((label) => ({ value: label, label }));

export default function Example(): ReactNode {
  const [clouds, setClouds] = useState(['AWS']);
  return <Select mode="multiple" aria-label="Clouds" style={{ minWidth: 240 }} options={CLOUDS} value={clouds} onChange={setClouds} />;
}
