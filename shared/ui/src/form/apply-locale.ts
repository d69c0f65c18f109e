import english from 'antd/locale/en_US';

/** Labels of the date pickers. The confirming button reads Apply, because a selection counts once it is applied. */
export const APPLY_LOCALE = english.DatePicker && { ...english.DatePicker, lang: { ...english.DatePicker.lang, ok: 'Apply' } };
