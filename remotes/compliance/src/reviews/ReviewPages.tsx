import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { CampaignPage } from './CampaignPage';
import { MyItemsPage } from './MyItemsPage';
import { ReviewsPage } from './ReviewsPage';

/** Routes the pages of access reviews: all reviews, one review, and the items of the user. */
export default function ReviewPages(): ReactNode {
  return (
    <Routes>
      <Route index element={<ReviewsPage />} />
      <Route path=":campaignId" element={<CampaignPage />} />
      <Route path=":campaignId/mine" element={<MyItemsPage />} />
    </Routes>
  );
}
