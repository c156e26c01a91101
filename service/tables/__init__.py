"""Creates, joins and starts tables and rematches for the routes, within the limits of clients, bots and the store. No route is here."""
