import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { Tour } from './Tour';
import { TourOffer } from './TourOffer';
import { TOUR_STEPS } from './tour-steps';

beforeAll(() => {
  // jsdom has no modal dialogs, and scrolls nothing.
  HTMLDialogElement.prototype.showModal = function open(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
    this.open = false;
  };
  Element.prototype.scrollIntoView = () => undefined;
});
beforeEach(() => localStorage.clear());

test('the tour has five steps, which go on and back, and ends after the last', () => {
  const close = jest.fn();
  render(<Tour onClose={close} />);
  expect(TOUR_STEPS).toHaveLength(5);
  for (const [index, { title }] of TOUR_STEPS.entries()) {
    expect(screen.getByRole('heading').textContent).toBe(title);
    expect(screen.getByText(`Step ${index + 1} of 5`)).toBeTruthy();
    if (index === 1) {
      fireEvent.click(screen.getByRole('button', { name: 'Back' }));
      expect(screen.getByRole('heading').textContent).toBe(TOUR_STEPS[0]?.title);
      fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    }
    expect(close).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: index === 4 ? 'Done' : 'Next' }));
  }
  expect(close).toHaveBeenCalledTimes(1);
});

test('the tour is offered on the dashboard until the user takes or declines it', () => {
  const start = jest.fn();
  const offer = (at: string) => (
    <MemoryRouter initialEntries={[at]}>
      <TourOffer onStart={start} />
    </MemoryRouter>
  );
  const alerts = render(offer('/alerts'));
  expect(screen.queryByRole('button')).toBeNull();
  alerts.unmount();
  const dashboard = render(offer('/dashboard'));
  fireEvent.click(screen.getByRole('button', { name: 'Take the tour' }));
  expect(start).toHaveBeenCalledTimes(1);
  dashboard.unmount();
  render(offer('/dashboard'));
  expect(screen.queryByRole('button')).toBeNull();
});
