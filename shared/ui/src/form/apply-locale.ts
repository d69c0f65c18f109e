import english from 'antd/locale/en_US';

/** The words of the date pickers: what is chosen counts once it is applied. */
export const APPLY_LOCALE = english.DatePicker && { ...english.DatePicker, lang: { ...english.DatePicker.lang, ok: 'Apply' } };
